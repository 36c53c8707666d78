// What the page and the thread of the engine say to each other.
import type { Evaluation } from './evaluation.ts';
import type { ActionVerdict, Answer, Judgement } from './judgement.ts';
import type { DrawDecision, Limit, SearchOptions, SolveLimit, Strength } from './limit.ts';
import type { Line } from './line.ts';
import type { Solution } from './solution.ts';
import type { Action, Path, Position } from './vocabulary.ts';

/** Every request has its position with it, and a search its strength, so a thread can be replaced by a new one at any time. */
export type EngineRequest =
  | { kind: 'fen'; position: Position }
  | { kind: 'key'; position: Position }
  | { kind: 'legalActions'; position: Position }
  | { kind: 'paths'; position: Position; action: string }
  | { kind: 'perft'; position: Position; depth: number }
  | { kind: 'evaluate'; position: Position }
  | { kind: 'search'; position: Position; limit: Limit; options: SearchOptions; strength: Strength | null }
  | { kind: 'solve'; position: Position; turns: number; limit: SolveLimit }
  | { kind: 'solveEach'; position: Position; turns: number; limit: Omit<SolveLimit, 'seconds'> }
  | { kind: 'judge'; position: Position; answer: Answer }
  | { kind: 'acceptsDraw'; position: Position; decision: DrawDecision }
  | Setting
  | { kind: 'newGame' };

/** What stays as it is until it is set again. */
export type Setting = { kind: 'setHash'; megabytes: number } | { kind: 'setContempt'; contempt: number };

/** What comes of each kind of request. */
export interface Results {
  fen: string;
  key: bigint;
  legalActions: Action[];
  paths: Path[];
  perft: number;
  evaluate: Evaluation;
  search: Line[];
  solve: Solution;
  solveEach: ActionVerdict[];
  judge: Judgement;
  acceptsDraw: boolean;
  setHash: null;
  setContempt: null;
  newGame: null;
}
export type Result = Results[EngineRequest['kind']];

/** The first message is the module; the flag is there where memory can be shared. Then one request at a time. */
export type ThreadMessage = { kind: 'start'; module: WebAssembly.Module; flag: Int32Array | undefined } | EngineRequest;

export type Reply =
  | { kind: 'line'; line: Line }
  | { kind: 'result'; result: Result }
  | { kind: 'rejection'; sentence: string }
  | { kind: 'failure'; sentence: string };
