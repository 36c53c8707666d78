// A thread with an engine in it, wherever it runs: a Worker of the browser, or one of Node.
import type { Reply, ThreadMessage } from './worker_protocol.ts';

export interface Thread {
  post(request: ThreadMessage): void;
  /** Ends it at once, whatever it is doing. */
  end(): void;
}

export interface Hearing {
  readonly hear: (reply: Reply) => void;
  /** The thread itself failed: it could not be started, or it died. */
  readonly fail: (sentence: string) => void;
}

export type StartThread = (hearing: Hearing) => Thread;
