// Setting up games at this device.
import type { GameFile, GameState } from '../engine/game.ts';
import { OPEN_START, START, type Colour } from '../engine/vocabulary.ts';
import type { ClockRule } from './clock.ts';
import { load, newId, resultOf, save, type SavedGame, type Seat } from './saved.ts';

/** What was agreed on before a game, whoever plays it. */
export interface Terms {
  readonly variant: 'closed' | 'open';
  /** White's and Brown's express stage. */
  readonly stages: readonly [0 | 1 | 2, 0 | 1 | 2];
  readonly touchMove: boolean;
  readonly takeBacks: boolean;
  readonly clock: ClockRule | null;
}

export const PLAIN_TERMS: Terms = { variant: 'closed', stages: [0, 0], touchMove: false, takeBacks: true, clock: null };

export type Wish = Colour | 'lots';

const MOST_SEED = 999_999_999;

/** A whole number below a bound, drawn fairly. */
function draw(bound: number): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % bound;
}

export function drawLots(wish: Wish): Colour {
  return wish === 'lots' ? (draw(2) === 0 ? 'white' : 'brown') : wish;
}

const PERSON: Seat = { kind: 'person' };

/** Begins a game against the computer; gives its id. */
export function playComputer(terms: Terms, level: number, wish: Wish): string {
  const computer: Seat = { kind: 'computer', level, seed: draw(MOST_SEED) };
  return begin(
    terms,
    drawLots(wish) === 'white' ? { white: PERSON, brown: computer } : { white: computer, brown: PERSON },
  );
}

/** Begins a game for two at this device; gives its id. */
export function playTwo(terms: Terms): string {
  return begin(terms, { white: PERSON, brown: PERSON });
}

/** Begins the same game again with colours exchanged, a handicap stays with its player; gives its id. */
export function again(game: SavedGame): string {
  const renewed = (seat: Seat): Seat => (seat.kind === 'computer' ? { ...seat, seed: draw(MOST_SEED) } : seat);
  const seats = { white: renewed(game.seats.brown), brown: renewed(game.seats.white) };
  const fields = game.start.split(' ');
  const [white = '0', brown = '0'] = fields[4] ?? '';
  fields[4] = brown + white;
  return store({ ...game, seats, start: fields.join(' ') });
}

/** Keeps a game of a file to look at and to play on; gives its id. */
export function keep(file: GameFile, state: GameState): string {
  const levels = { white: Number(file.tags['WhiteLevel']), brown: Number(file.tags['BrownLevel']) };
  const isLevel = (level: number): boolean => level >= 1 && level <= 10;
  // Two computers would play on by themselves, and nobody could look.
  const isShow = isLevel(levels.white) && isLevel(levels.brown);
  const seat = (colour: Colour): Seat => {
    const name = colour === 'white' ? 'White' : 'Brown';
    const level = levels[colour];
    return isLevel(level) && !isShow
      ? { kind: 'computer', level, seed: Number(file.tags[`${name}Seed`] ?? 0) }
      : { ...PERSON, ...named(file.tags[name]) };
  };
  const seats = { white: seat('white'), brown: seat('brown') };
  const id = store({ start: file.start, touchMove: file.touchMove, takeBacks: true, clock: null, seats });
  const saved = load(id);
  if (saved)
    save({ ...saved, events: file.events, fen: state.fen, turns: state.turns.length, result: resultOf(state) });
  return id;
}

/** A name that a file gives, unless it is none. */
function named(tag: string | undefined): { name?: string } {
  return tag === undefined || ['', '?', '-'].includes(tag.trim()) ? {} : { name: tag.trim().slice(0, 40) };
}

function begin(terms: Terms, seats: SavedGame['seats']): string {
  const [board = '', turn = '', hands = '', reserve = ''] = (terms.variant === 'open' ? OPEN_START : START).fen.split(
    ' ',
  );
  const start = [board, turn, hands, reserve, terms.stages.join(''), '1'].join(' ');
  const { touchMove, takeBacks, clock } = terms;
  return store({ start, touchMove, takeBacks, clock, seats });
}

function store(game: Pick<SavedGame, 'start' | 'touchMove' | 'takeBacks' | 'clock' | 'seats'>): string {
  const { start, touchMove, takeBacks, clock, seats } = game;
  const now = Date.now();
  const id = newId();
  const fresh = { events: [], times: null, fen: start, turns: 0, result: '*' as const };
  save({ id, created: now, changed: now, start, touchMove, takeBacks, clock, seats, ...fresh });
  return id;
}
