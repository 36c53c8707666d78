// A thread with an engine in it, whatever the place: a Worker of the browser, or one of Node.
import type { Reply, Request } from './protocol.ts';

export interface Thread {
  post(request: Request): void;
  /** Ends it at once, whatever it is doing. */
  end(): void;
}

export interface Hearing {
  readonly hear: (reply: Reply) => void;
  /** The thread itself failed: it could not be started, or it died. */
  readonly fail: (sentence: string) => void;
}

export type StartThread = (hearing: Hearing) => Thread;
