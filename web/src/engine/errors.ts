/** What the engine can't do or won't accept, in one sentence. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}
