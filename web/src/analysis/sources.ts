// Where a study comes from: a game of this device, a file, a link. Trees are kept with the game that they grew from.
import { keepText, keptText } from '../browser/storage.ts';
import { Engine } from '../engine/engine.ts';
import { Game } from '../engine/game.ts';
import { COLOURS, type Colour } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import { computerName } from '../play/opponents.ts';
import type { SavedGame } from '../play/saved_games.ts';
import { fileDate } from '../play/table.svelte.ts';
import type { Linked } from './links.ts';
import { Tree, type Step } from './tree.ts';

/** In characters; the browser keeps five million for the whole page. */
const MOST_KEPT = 200_000;

const PREFIX = 'barragoon.tree.';

/** In characters; no FEN has more than a hundred. */
const LONGEST_FEN = 200;

/** Whether a text is meant as a FEN, which has its board in one word with strokes; everything else is a game file. */
export function isFen(text: string): boolean {
  if (text.length > LONGEST_FEN || text.includes('\n')) return false;
  const [board = '', ...fields] = text.split(/\s+/);
  return board.lastIndexOf('/') > 0 && !board.includes('[') && fields.length <= 5;
}

/** Keeps a tree with its game; false where it is too large, so that what was kept before stays, or nothing can be kept. */
export function keepTree(name: string, file: string): boolean {
  return file.length <= MOST_KEPT && keepText(PREFIX + name, file);
}

/** The file of a game with the variations that were kept with it. */
export function withKeptTree(rules: Game, name: string, file: string): string {
  const kept = keptText(PREFIX + name);
  if (kept === null) return file;
  try {
    rules.read(file);
    return rules.recordOnto(kept, {});
  } catch {
    return file; // it was another game, or is spoilt
  }
}

function seatName(game: SavedGame, colour: Colour): string {
  const seat = game.seats[colour];
  if (seat.kind === 'computer') return computerName(seat);
  const isAlone = COLOURS.filter((one) => game.seats[one].kind === 'person').length === 1;
  return seat.name ?? say(isAlone ? 'you' : colour);
}

/** A game of this device as a file. */
export function fileOf(rules: Game, game: SavedGame): string {
  rules.begin(game.start, game.touch_move);
  for (const event of game.events) rules.apply(event);
  if (game.record !== undefined) return rules.recordOnto(game.record, {});
  return rules.record({
    Date: fileDate(game.created),
    White: seatName(game, 'white'),
    Brown: seatName(game, 'brown'),
  });
}

/** The colour that a person plays against the computer; null where both or none are played here. */
export function ownColour(game: SavedGame): Colour | null {
  const own = COLOURS.filter((colour) => game.seats[colour].kind === 'person');
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** A study of a link; null where its position can't occur. Actions that are not legal end it. */
export function treeOfLink(
  module: WebAssembly.Module,
  { fen, actions, at }: Linked,
): { tree: Tree; at: number } | null {
  const rules = new Game(module);
  const engine = new Engine(module);
  if (engine.checkSetup(fen) !== null) return null;
  engine.setPosition(fen);
  const steps: Step[] = [];
  for (const action of actions) {
    try {
      engine.play(action);
    } catch {
      break;
    }
    steps.push({ action, fen: engine.fen(), key: engine.key().toString(16).padStart(16, '0') });
  }
  return { tree: Tree.line(rules, fen, steps), at: Math.min(at, steps.length) };
}
