// Starting the engine in a page.
import { EngineClient } from './client.ts';
import { announceMissingFile } from './missing_file.ts';
import { fetchModule } from './module.ts';
import type { Hearing, Thread } from './thread.ts';
import type { Reply } from './worker_protocol.ts';

export { fetchModule } from './module.ts';

function startThread({ hear, fail }: Hearing): Thread {
  const worker = new Worker(new URL('./browser_worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<Reply>) => {
    hear(event.data);
  });
  worker.addEventListener('error', (event) => {
    const { message = '' } = event as Partial<ErrorEvent>; // a file that can't be loaded has none
    if (message === '') announceMissingFile('the engine');
    fail(message === '' ? 'its file could not be loaded' : `its thread failed: ${message}`);
  });
  return {
    post: (request) => {
      worker.postMessage(request);
    },
    end: () => {
      worker.terminate();
    },
  };
}

/** The engine in a Worker. The module is compiled once; pass it in where it is also used in the page's own thread. */
export async function startEngine(module?: WebAssembly.Module): Promise<EngineClient> {
  return new EngineClient({ module: module ?? (await fetchModule()), startThread, shared: crossOriginIsolated });
}
