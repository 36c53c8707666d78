// The thread's side: carries out one request of the page after the other.
import { Engine, type Watch } from './engine.ts';
import { EngineError } from './errors.ts';
import type { Result, EngineRequest, Reply, ThreadMessage } from './worker_protocol.ts';

/** Makes the handler of the page's messages; replies go to `post`. */
export function serve(post: (reply: Reply) => void): (request: ThreadMessage) => void {
  let begun: { engine: Engine; watch: Watch } | undefined;

  function hear(request: ThreadMessage): void {
    if (request.kind === 'start') {
      const { module, flag } = request;
      const report: Watch['report'] = (line) => {
        post({ kind: 'line', line });
      };
      const shouldStop = (): boolean => flag !== undefined && Atomics.load(flag, 0) !== 0;
      begun = { engine: new Engine(module), watch: { report, shouldStop } };
    } else if (begun !== undefined) {
      post({ kind: 'result', result: handle(request, begun.engine, begun.watch) });
    }
  }

  return (request) => {
    try {
      hear(request);
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      post({ kind: error instanceof EngineError ? 'rejection' : 'failure', sentence });
    }
  };
}

function handle(request: EngineRequest, engine: Engine, watch: Watch): Result {
  if ('position' in request) engine.setPosition(request.position.fen, request.position.actions);
  switch (request.kind) {
    case 'fen':
      return engine.fen();
    case 'key':
      return engine.key();
    case 'legalActions':
      return engine.legalActions();
    case 'paths':
      return engine.paths(request.action);
    case 'perft':
      return engine.perft(request.depth);
    case 'evaluate':
      return engine.evaluate();
    case 'search':
      engine.setLevel(request.strength?.level ?? null, request.strength?.seed, request.strength?.ladder);
      return engine.search(request.limit, request.options, watch);
    case 'solve':
      return engine.solve(request.turns, request.limit, watch);
    case 'solveEach':
      return engine.solveEach(request.turns, request.limit, watch);
    case 'judge':
      return engine.judge(request.answer, watch);
    case 'acceptsDraw':
      return engine.acceptsDraw(request.decision);
    case 'setHash':
      engine.setHash(request.megabytes);
      return null;
    case 'setContempt':
      engine.setContempt(request.contempt);
      return null;
    case 'newGame':
      engine.newGame();
      return null;
  }
}
