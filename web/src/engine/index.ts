// All that a page needs but for how the engine is started: browser.ts and node.ts have that.
export { Analysis } from './analysis.ts';
export { EngineClient } from './client.ts';
export { Engine, type Watch } from './engine.ts';
export { EngineError } from './errors.ts';
export type { Evaluation, Side, TileTerms } from './evaluation.ts';
export * from './fen.ts';
export * from './game.ts';
export type * from './game_words.ts';
export type { ActionVerdict, Answer, Escape, Goal, Grade, Judgement } from './judgement.ts';
export type { DrawDecision, Limit, SearchOptions, SolveLimit, Strength } from './limit.ts';
export type { Line } from './line.ts';
export * from './record.ts';
export type { RecordTree, TreeEntry } from './record_tree.ts';
export type { Defect, SetupProblem } from './setup.ts';
export type { Score } from './score.ts';
export type { Solution, Solving } from './solution.ts';
export * from './vocabulary.ts';
