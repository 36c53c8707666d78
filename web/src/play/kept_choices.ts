// What a person chose for their last game: opponent, colour and terms. All screens that begin games share it.
import { keepText, keptText } from '../browser/storage.ts';
import type { ColourChoice, Terms } from '../online/messages.ts';
import { PLAIN_TERMS, type Strength } from './new_game.ts';
import { FULL_STRENGTH, OPPONENTS } from './opponents.ts';

const OPPONENT_KEY = 'barragoon.opponent';
const COLOUR_KEY = 'barragoon.colour';
const TERMS_KEY = 'barragoon.terms';

/** How long full strength thinks about an action unless somebody has said otherwise. */
const SECONDS = 3;

export interface OpponentChoice {
  readonly level: number;
  readonly seconds: number;
}

export function keptOpponent(): OpponentChoice {
  const [level = NaN, seconds = NaN] = (keptText(OPPONENT_KEY) ?? '').split(' ').map(Number);
  const isKnown = OPPONENTS.some((opponent) => opponent.level === level);
  return { level: isKnown ? level : 1, seconds: seconds > 0 ? seconds : SECONDS };
}

export function keepOpponent({ level, seconds }: OpponentChoice): void {
  keepText(OPPONENT_KEY, `${level} ${seconds}`);
}

/** Only full strength has seconds. */
export function strengthOf({ level, seconds }: OpponentChoice): Strength {
  return level === FULL_STRENGTH ? { level, seconds } : { level };
}

export function keptColour(): ColourChoice {
  const kept = keptText(COLOUR_KEY);
  return kept === 'white' || kept === 'brown' ? kept : 'lots';
}

export function keepColour(choice: ColourChoice): void {
  keepText(COLOUR_KEY, choice);
}

export function keepTerms(terms: Terms): void {
  keepText(TERMS_KEY, JSON.stringify(terms));
}

/** Fields that are missing or spoilt are plain ones. */
export function keptTerms(): Terms {
  const { variant, stages, touch_move, take_backs, clock } = readObject(keptText(TERMS_KEY));
  return {
    variant: variant === 'open' ? 'open' : 'closed',
    stages: areStages(stages) ? stages : PLAIN_TERMS.stages,
    touch_move: touch_move === true,
    take_backs: take_backs !== false,
    clock: isClock(clock) ? clock : null,
  };
}

function readObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {}; // spoilt
  }
}

function areStages(value: unknown): value is Terms['stages'] {
  return Array.isArray(value) && value.length === 2 && value.every((stage) => [0, 1, 2].includes(stage as number));
}

function isClock(value: unknown): value is NonNullable<Terms['clock']> {
  if (typeof value !== 'object' || value === null) return false;
  const { initial, increment } = value as Record<string, unknown>;
  return typeof initial === 'number' && initial > 0 && typeof increment === 'number' && increment >= 0;
}
