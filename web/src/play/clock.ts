// A clock for two: it runs for whoever must act, and a completed turn earns the increment once.
import type { Colour } from '../engine/vocabulary.ts';
import type { ClockRule, Clocks as ServerClocks } from '../online/messages.ts';

/** What both clocks show; the time for a first turn is kept by the server alone. */
export type Clocks = Omit<ServerClocks, 'begin_within'>;

/** How many turns a player makes, about, in a game that takes its time. */
const TURNS = 40;
const FAST = 8 * 60;

/** Whether there is no time for second thoughts. */
export function isFast({ initial, increment }: ClockRule): boolean {
  return initial + TURNS * increment < FAST;
}

export function startClocks({ initial }: ClockRule, now: number): Clocks {
  return { white: initial * 1000, brown: initial * 1000, running: null, at: now };
}

export function left(clocks: Clocks, colour: Colour, now: number): number {
  const spent = clocks.running === colour ? Math.max(0, now - clocks.at) : 0;
  return Math.max(0, clocks[colour] - spent);
}

/** Settles what was spent and lets the clock run for somebody else, or for nobody. */
export function handOver(clocks: Clocks, running: Colour | null, now: number): Clocks {
  return { white: left(clocks, 'white', now), brown: left(clocks, 'brown', now), running, at: now };
}

export function reward(clocks: Clocks, colour: Colour, { increment }: ClockRule): Clocks {
  return { ...clocks, [colour]: clocks[colour] + increment * 1000 };
}

/** 3:05, or 9.4 under ten seconds. */
export function clockText(milliseconds: number): string {
  return milliseconds < 10_000 ? (Math.ceil(milliseconds / 100) / 10).toFixed(1) : countdownText(milliseconds);
}

/** 0:07, in whole seconds: for what nobody has to be quick about. */
export function countdownText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
