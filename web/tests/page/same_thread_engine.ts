// The engine's client without a thread: this environment has no Workers. Requests and replies are the real ones.
import { EngineClient } from '../../src/engine/client.ts';
import { serve } from '../../src/engine/request_handler.ts';

export function sameThreadEngine(module: WebAssembly.Module): EngineClient {
  return new EngineClient({
    module,
    shared: false,
    startThread: ({ hear }) => {
      const handle = serve(hear);
      return {
        post: (request) => {
          setTimeout(() => {
            handle(request);
          });
        },
        end: () => undefined,
      };
    },
  });
}
