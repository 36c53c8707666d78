// The coach of a first game: at most one remark a turn, the first that fits, and only what can be computed exactly.
import type { EngineClient } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { readFen, writeFen, type Fields } from '../engine/fen.ts';
import type { GameState } from '../engine/game.ts';
import { other, type Action, type Colour, type Position, type Square } from '../engine/vocabulary.ts';

export type Remark =
  | { readonly kind: 'win'; readonly action: Action }
  | { readonly kind: 'threat'; readonly square: Square }
  | { readonly kind: 'hanging'; readonly square: Square }
  | { readonly kind: 'take' }
  | { readonly kind: 'few'; readonly count: number }
  | { readonly kind: 'place_first' }
  | { readonly kind: Rule };

/** Rules that are said once, when they first matter. */
export type Rule = 'short' | 'in_hand' | 'repetition';

/** For each of the two proofs of a turn; a turn is waited for no longer than that. */
const NODES = 60_000;
const FEW = 2;

/** What the coach works with: proofs in a thread of their own, rules in this one. */
export interface Tools {
  readonly client: EngineClient;
  readonly rules: Engine;
}

/** What to say to whoever acts; null if nothing is worth a word. */
export async function remarkOn(
  state: GameState,
  you: Colour,
  tools: Tools,
  said: ReadonlySet<Rule>,
): Promise<Remark | null> {
  const fields = readFen(state.fen);
  if (state.outcome !== null || fields.actor !== you) return null;
  return (
    (await win(state, tools)) ??
    (await threat(fields, you, tools)) ??
    hanging(fields, you, tools.rules) ??
    safeCapture(state, fields, you, tools.rules) ??
    few(fields, you, tools.rules) ??
    placeFirst(fields) ??
    rule(state, fields, said)
  );
}

async function win({ start, steps }: GameState, { client }: Tools): Promise<Remark | null> {
  const position: Position = { fen: start, actions: steps.map(({ action }) => action) };
  const { verdict, actions } = await client.solve(position, 1, { nodes: NODES }).solution;
  const [action] = actions;
  return verdict === 'win' && action !== undefined ? { kind: 'win', action } : null;
}

/** If you did nothing: whether the opponent would win. */
async function threat(fields: Fields, you: Colour, { client }: Tools): Promise<Remark | null> {
  if (fields.hands.length > 0) return null;
  const fen = writeFen({ ...fields, turn: other(you) });
  const { verdict, actions } = await client.solve({ fen }, 1, { nodes: NODES }).solution;
  const last = actions.at(-1);
  if (verdict !== 'win' || last === undefined) return null;
  return { kind: 'threat', square: (last.startsWith('@') ? last.slice(1, 3) : last.slice(2)) as Square };
}

/** A tile of yours that can be taken, and on whose square you could not take back. */
function hanging(fields: Fields, you: Colour, rules: Engine): Remark | null {
  if (fields.hands.length > 0) return null;
  const fen = writeFen({ ...fields, turn: other(you) });
  rules.setPosition(fen);
  const captures = rules.movesOf(other(you)).filter((move) => isTile(fields, move.slice(2) as Square, you));
  const lost = captures.find((capture) => !isGuarded(rules, fen, capture, you));
  return lost === undefined ? null : { kind: 'hanging', square: lost.slice(2) as Square };
}

function isTile({ cells }: Fields, square: Square, owner: Colour): boolean {
  return (owner === 'white' ? 'ZDV' : 'zdv').includes(cells.get(square) ?? '?');
}

function isGuarded(rules: Engine, fen: string, capture: Action, by: Colour): boolean {
  rules.setPosition(fen, [capture]);
  return rules.movesOf(by).some((move) => move.slice(2) === capture.slice(2));
}

function safeCapture(state: GameState, { hands }: Fields, you: Colour, rules: Engine): Remark | null {
  const captures = state.moves.filter(({ kind }) => kind === 'takes tile');
  const isSafe = ({ start, target }: { start: Square; target: Square }): boolean =>
    !isGuarded(rules, state.fen, `${start}${target}`, other(you));
  return hands.length === 0 && captures.some(isSafe) ? { kind: 'take' } : null;
}

function few(fields: Fields, you: Colour, rules: Engine): Remark | null {
  rules.setPosition(writeFen(fields));
  const count = new Set(rules.movesOf(other(you)).map((move) => move.slice(0, 2))).size;
  return count > 0 && count <= FEW ? { kind: 'few', count } : null;
}

function placeFirst({ hands }: Fields): Remark | null {
  return hands.length === 2 ? { kind: 'place_first' } : null;
}

function rule({ moves, may_claim }: GameState, { hands }: Fields, said: ReadonlySet<Rule>): Remark | null {
  if (may_claim !== null && !said.has('repetition')) return { kind: 'repetition' };
  if (hands.length > 0) return said.has('in_hand') ? null : { kind: 'in_hand' };
  return !said.has('short') && moves.some(({ kind }) => kind === 'short') ? { kind: 'short' } : null;
}
