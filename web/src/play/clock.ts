// A clock for two: it runs for whoever must act, and a completed turn earns the increment once.
import type { Colour } from '../engine/vocabulary.ts';

/** Seconds at the start, and seconds gained with each completed turn. */
export interface ClockRule {
  readonly initial: number;
  readonly increment: number;
}

/** What was left, in milliseconds, when the time was `at`; whoever runs loses time since. */
export interface Times {
  readonly white: number;
  readonly brown: number;
  readonly running: Colour | null;
  readonly at: number;
}

/** How many turns a player makes, about, in a game that takes its time. */
const TURNS = 40;
const FAST = 8 * 60;

/** Whether there is no time for second thoughts. */
export function isFast({ initial, increment }: ClockRule): boolean {
  return initial + TURNS * increment < FAST;
}

export function startTimes({ initial }: ClockRule, now: number): Times {
  return { white: initial * 1000, brown: initial * 1000, running: null, at: now };
}

export function left(times: Times, colour: Colour, now: number): number {
  const spent = times.running === colour ? Math.max(0, now - times.at) : 0;
  return Math.max(0, times[colour] - spent);
}

/** Settles what was spent and lets the clock run for somebody else, or for nobody. */
export function handOver(times: Times, running: Colour | null, now: number): Times {
  return { white: left(times, 'white', now), brown: left(times, 'brown', now), running, at: now };
}

export function reward(times: Times, colour: Colour, { increment }: ClockRule): Times {
  return { ...times, [colour]: times[colour] + increment * 1000 };
}

/** 3:05, or 9.4 under ten seconds. */
export function clockText(milliseconds: number): string {
  if (milliseconds < 10_000) return (Math.ceil(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
