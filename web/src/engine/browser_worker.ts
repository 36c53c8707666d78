// The thread of the engine in a browser.
import type { ThreadMessage } from './worker_protocol.ts';
import { serve } from './request_handler.ts';

const hear = serve((reply) => {
  postMessage(reply);
});
addEventListener('message', (event: MessageEvent<ThreadMessage>) => {
  hear(event.data);
});
