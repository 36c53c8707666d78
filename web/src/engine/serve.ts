// The engine's side of the conversation: answers each message in turn.
import { Engine, type Watch } from './engine.ts';
import { EngineError } from './errors.ts';
import type { Answer, Question, Reply, Request } from './protocol.ts';

/** Makes what hears the messages of a page; replies go to `post`. */
export function serve(post: (reply: Reply) => void): (request: Request) => void {
  let begun: { engine: Engine; watch: Watch } | undefined;

  function hear(request: Request): void {
    if (request.kind === 'start') {
      const { module, flag } = request;
      const report: Watch['report'] = (line) => {
        post({ kind: 'line', line });
      };
      const shouldStop = (): boolean => flag !== undefined && Atomics.load(flag, 0) !== 0;
      begun = { engine: new Engine(module), watch: { report, shouldStop } };
    } else if (begun !== undefined) {
      post({ kind: 'answer', answer: answer(request, begun.engine, begun.watch) });
    }
  }

  return (request) => {
    try {
      hear(request);
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      post({ kind: error instanceof EngineError ? 'refusal' : 'failure', sentence });
    }
  };
}

function answer(question: Question, engine: Engine, watch: Watch): Answer {
  if ('position' in question) engine.setPosition(question.position.fen, question.position.actions);
  switch (question.kind) {
    case 'fen':
      return engine.fen();
    case 'key':
      return engine.key();
    case 'legalActions':
      return engine.legalActions();
    case 'paths':
      return engine.paths(question.action);
    case 'perft':
      return engine.perft(question.depth);
    case 'evaluate':
      return engine.evaluate();
    case 'search':
      return engine.search(question.limit, question.options, watch);
    case 'solve':
      return engine.solve(question.turns, question.limit, watch);
    case 'setHash':
      engine.setHash(question.megabytes);
      return null;
    case 'setContempt':
      engine.setContempt(question.contempt);
      return null;
    case 'setLevel':
      engine.setLevel(question.level, question.seed);
      return null;
    case 'forget':
      engine.forget();
      return null;
  }
}
