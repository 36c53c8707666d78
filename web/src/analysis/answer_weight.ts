// What an answer to a mistake is worth: by proof where a win was proven, otherwise by what it costs beside the best.
import type { EngineClient } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { readFen } from '../engine/fen.ts';
import type { Action, Path } from '../engine/vocabulary.ts';
import { chance } from './chances.ts';

const NODES = 100_000;
/** How many points an answer may cost. */
const FORGIVEN = 3;

export interface Answer {
  /** Slower: it wins, but in more turns. */
  readonly grade: 'right' | 'slower' | 'wrong';
  /** In points; null where a proof decided. */
  readonly loss: number | null;
  /** What follows it: the opponent's best reply, after the player's best placement where the turn is not over. */
  readonly line: readonly Action[];
  /** In how many turns a slower answer wins. */
  readonly turns: number;
  /** Whether the engine sees a win for the opponent now. */
  readonly isLost: boolean;
  /** How tiles that should be blocked can still run. */
  readonly escapes: readonly Path[];
}

export interface AnswerJudge {
  readonly client: Pick<EngineClient, 'analyse' | 'judge' | 'newGame'>;
  /** For the rules. */
  readonly engine: Engine;
}

/** `winIn`: within how many turns a win is proven; null where none is. */
export async function weigh(by: AnswerJudge, fen: string, action: Action, winIn: number | null): Promise<Answer> {
  const proven = winIn === null ? null : await byProof(by, fen, action, winIn);
  return proven ?? (await bySearch(by, fen, action, winIn !== null));
}

/** Null where nothing could be proven. */
async function byProof({ client }: AnswerJudge, fen: string, action: Action, winIn: number): Promise<Answer | null> {
  const goal = { kind: 'win', turns: winIn } as const;
  const { grade, line, turns, escapes } = await client.judge({ fen }, { goal, actions: [action] });
  if (grade === 'unproven') return null;
  return { grade, loss: null, line, turns, isLost: false, escapes: escapes.flatMap(({ paths }) => paths) };
}

async function bySearch(
  { client, engine }: AnswerJudge,
  fen: string,
  action: Action,
  mustWin: boolean,
): Promise<Answer> {
  const look = async (actions: readonly Action[]): Promise<{ points: number; line: readonly Action[] }> => {
    await client.newGame();
    const [best] = await client.analyse({ fen, actions }, { nodes: NODES }).lines;
    return best ? { points: chance(best.score), line: best.actions } : { points: 0, line: [] };
  };
  const before = await look([]);
  const after = await look([action]);
  engine.setPosition(fen, [action]);
  const stays = readFen(engine.fen()).actor === readFen(fen).actor;
  const points = stays ? after.points : 100 - after.points;
  const loss = Math.max(0, before.points - points);
  const isRight = loss <= FORGIVEN && (!mustWin || points === 100);
  return {
    grade: isRight ? 'right' : 'wrong',
    loss,
    line: after.line,
    turns: 0,
    isLost: points === 0,
    escapes: [],
  };
}
