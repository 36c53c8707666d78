// What the page and the thread of the engine say to each other.
import type { Evaluation } from './evaluation.ts';
import type { Limit, SearchOptions, SolveLimit } from './limit.ts';
import type { Line } from './line.ts';
import type { Solution } from './solution.ts';
import type { Action, Path, Position } from './vocabulary.ts';

/** Every question has its position with it, so a thread can be replaced by a new one at any time. */
export type Question =
  | { kind: 'fen'; position: Position }
  | { kind: 'key'; position: Position }
  | { kind: 'legalActions'; position: Position }
  | { kind: 'paths'; position: Position; action: string }
  | { kind: 'perft'; position: Position; depth: number }
  | { kind: 'evaluate'; position: Position }
  | { kind: 'search'; position: Position; limit: Limit; options: SearchOptions }
  | { kind: 'solve'; position: Position; turns: number; limit: SolveLimit }
  | Setting
  | { kind: 'forget' };

/** What stays as it is until it is set again. */
export type Setting =
  | { kind: 'setHash'; megabytes: number }
  | { kind: 'setContempt'; contempt: number }
  | { kind: 'setLevel'; level: number | null; seed: number };

/** What each kind of question is answered with. */
export interface Answers {
  fen: string;
  key: bigint;
  legalActions: Action[];
  paths: Path[];
  perft: number;
  evaluate: Evaluation;
  search: Line[];
  solve: Solution;
  setHash: null;
  setContempt: null;
  setLevel: null;
  forget: null;
}
export type Answer = Answers[Question['kind']];

/** The first message is the module; the flag is there where memory can be shared. Then one question at a time. */
export type Request = { kind: 'start'; module: WebAssembly.Module; flag: Int32Array | undefined } | Question;

export type Reply =
  | { kind: 'line'; line: Line }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'refusal'; sentence: string }
  | { kind: 'failure'; sentence: string };
