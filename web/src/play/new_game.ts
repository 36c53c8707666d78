// Setting up games at this device.
import { openStart, readFen, writeFen } from '../engine/fen.ts';
import type { GameFile, GameState } from '../engine/game.ts';
import { LADDER, MOST_LEVEL } from '../engine/ladder.ts';
import { START, type Colour } from '../engine/vocabulary.ts';
import type { ColourChoice, Terms } from '../online/messages.ts';
import { load, newId, resultOf, save, type ComputerSeat, type SavedGame, type Seat } from './saved_games.ts';

export const PLAIN_TERMS: Terms = {
  variant: 'closed',
  stages: [0, 0],
  touch_move: false,
  take_backs: true,
  clock: null,
};

const MOST_SEED = 999_999_999;

/** A whole number below a bound, drawn fairly. */
function draw(bound: number): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % bound;
}

export function drawLots(choice: ColourChoice): Colour {
  return choice === 'lots' ? (draw(2) === 0 ? 'white' : 'brown') : choice;
}

/** How strong the computer plays: a level, or full strength with its seconds an action. */
export type Strength = Pick<ComputerSeat, 'level' | 'seconds'>;

const PERSON: Seat = { kind: 'person' };

/** Begins a game against the computer; gives its id. */
export function playComputer(terms: Terms, strength: Strength, choice: ColourChoice): string {
  const computer: Seat = { kind: 'computer', ...strength, ladder: LADDER, seed: draw(MOST_SEED) };
  return begin(
    terms,
    drawLots(choice) === 'white' ? { white: PERSON, brown: computer } : { white: computer, brown: PERSON },
  );
}

/** Begins a game for two at this device; gives its id. */
export function playTwo(terms: Terms): string {
  return begin(terms, { white: PERSON, brown: PERSON });
}

/** Begins a game at any position, against the computer or for two at this device; gives its id. */
export function playFrom(start: string, strength: Strength | null, own: Colour): string {
  const seats = { white: PERSON, brown: PERSON };
  if (strength !== null) {
    const computer: Seat = { kind: 'computer', ...strength, ladder: LADDER, seed: draw(MOST_SEED) };
    Object.assign(seats, { [own === 'white' ? 'brown' : 'white']: computer });
  }
  return store({ start, touch_move: false, take_backs: true, clock: null, seats });
}

/**
 * Begins the same game again with colours exchanged, a handicap stays with its player; gives its id. Where a strength is
 * given, against that opponent.
 */
export function playAgain(game: SavedGame, strength?: Strength): string {
  const renewed = (seat: Seat): Seat => {
    if (seat.kind !== 'computer') return seat;
    const seed = draw(MOST_SEED);
    return strength === undefined ? { ...seat, seed } : { kind: 'computer', ...strength, ladder: LADDER, seed };
  };
  const seats = { white: renewed(game.seats.brown), brown: renewed(game.seats.white) };
  const fields = readFen(game.start);
  const [white, brown] = fields.stages;
  return store({ ...game, seats, start: writeFen({ ...fields, stages: [brown, white] }) });
}

/** The text of a game of a file, and whether the computer may take the seats that it had there. */
export interface KeptAs {
  readonly record: string;
  readonly mayHaveComputers: boolean;
}

/** Keeps a game of a file, with its text, to look at and to play on; gives its id. */
export function keep(file: GameFile, state: GameState, { record, mayHaveComputers }: KeptAs): string {
  const levels = { white: Number(file.tags['WhiteLevel']), brown: Number(file.tags['BrownLevel']) };
  const ladder = Number(file.tags['Ladder'] ?? 1);
  const isLevel = (level: number): boolean => level >= 1 && level <= (MOST_LEVEL[ladder] ?? 0);
  // Two computers would play on by themselves, and the game could not be looked at.
  const isShow = isLevel(levels.white) && isLevel(levels.brown);
  const seat = (colour: Colour): Seat => {
    const name = colour === 'white' ? 'White' : 'Brown';
    const level = levels[colour];
    return mayHaveComputers && isLevel(level) && !isShow
      ? { kind: 'computer', level, ladder, seed: Number(file.tags[`${name}Seed`] ?? 0) }
      : { ...PERSON, ...named(file.tags[name]) };
  };
  const seats = { white: seat('white'), brown: seat('brown') };
  const { start, touch_move } = file;
  const id = store({ start, touch_move, take_backs: !touch_move, clock: null, seats });
  const saved = load(id);
  if (saved)
    save({
      ...saved,
      record,
      events: file.events,
      fen: state.fen,
      turns: state.turns.length,
      result: resultOf(state),
    });
  return id;
}

/** A name that a file gives, unless it is none. */
function named(tag: string | undefined): { name?: string } {
  return tag === undefined || ['', '?', '-'].includes(tag.trim()) ? {} : { name: tag.trim().slice(0, 40) };
}

function begin({ variant, stages, touch_move, take_backs, clock }: Terms, seats: SavedGame['seats']): string {
  const start = writeFen({ ...readFen(variant === 'open' ? openStart() : START.fen), stages });
  return store({ start, touch_move, take_backs, clock, seats });
}

function store(game: Pick<SavedGame, 'start' | 'touch_move' | 'take_backs' | 'clock' | 'seats'>): string {
  const { start, touch_move, take_backs, clock, seats } = game;
  const now = Date.now();
  const id = newId();
  const fresh = { events: [], clocks: null, fen: start, turns: 0, result: '*' as const };
  save({ id, created: now, changed: now, start, touch_move, take_backs, clock, seats, ...fresh });
  return id;
}
