// The thread of the engine in Node.
import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './worker_protocol.ts';
import { serve } from './request_handler.ts';

const hear = serve((reply) => {
  parentPort?.postMessage(reply);
});
parentPort?.on('message', (request: ThreadMessage) => {
  hear(request);
});
