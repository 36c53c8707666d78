// Starting the engine in Node.
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { EngineClient } from './client.ts';
import { WASM_URL } from './module.ts';
import type { Reply } from './worker_protocol.ts';
import type { Hearing, Thread } from './thread.ts';

/** The compiled form: Node's threads read no TypeScript. Right from here and from the compiled form of this file. */
const WORKER_URL = new URL('../../build/engine/node_worker.js', import.meta.url);

export async function readModule(url: URL | string = WASM_URL): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(url));
}

function startThread({ hear, fail }: Hearing): Thread {
  const worker = new Worker(WORKER_URL);
  worker.on('message', (reply: Reply) => {
    hear(reply);
  });
  worker.on('error', (error) => {
    fail(`the engine's thread failed: ${error.message}`);
  });
  return {
    post: (request) => {
      worker.postMessage(request);
    },
    end: () => {
      void worker.terminate();
    },
  };
}

export interface NodeOptions {
  readonly module?: WebAssembly.Module;
  /** Whether a stop may use shared memory, which Node always has; false behaves as most pages must. */
  readonly shared?: boolean;
}

/** The engine in a thread of its own. */
export async function startEngine({ module, shared = true }: NodeOptions = {}): Promise<EngineClient> {
  return new EngineClient({ module: module ?? (await readModule()), startThread, shared });
}
