// The thread of the engine in Node.
import { parentPort } from 'node:worker_threads';
import type { Request } from './protocol.ts';
import { serve } from './serve.ts';

const hear = serve((reply) => {
  parentPort?.postMessage(reply);
});
parentPort?.on('message', (request: Request) => {
  hear(request);
});
