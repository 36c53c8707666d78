// The thread of the engine in a browser.
import type { Request } from './protocol.ts';
import { serve } from './serve.ts';

const hear = serve((reply) => {
  postMessage(reply);
});
addEventListener('message', (event: MessageEvent<Request>) => {
  hear(event.data);
});
