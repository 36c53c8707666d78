// The page's side: one request after the other, to a thread that can be replaced at any time.
//
// A search can't receive messages while it runs. Where memory can be shared it looks at a flag every few hundred nodes, and a
// stop keeps the transposition table. Elsewhere (a page without the COOP and COEP headers) a stop ends the thread and a
// spare one takes its place: at once, but with an empty table. Searching in slices would keep the table too, but every
// slice begins again at depth 1, costs nodes and finds other lines than the native engine.
import { EngineError } from './errors.ts';
import type { Line } from './line.ts';
import type { Result, EngineRequest, Reply } from './worker_protocol.ts';
import type { StartThread, Thread } from './thread.ts';

export interface Environment {
  readonly module: WebAssembly.Module;
  readonly startThread: StartThread;
  /** Whether a stop may use shared memory. */
  readonly shared: boolean;
}

/** A request with whoever waits for its result. */
export interface Job {
  readonly request: EngineRequest;
  report(line: Line): void;
  resolve(result: Result): void;
  reject(error: EngineError): void;
}

export class RequestQueue {
  readonly #environment: Environment;
  readonly #flag: Int32Array | undefined;
  readonly #waiting: Job[] = [];
  #running: Job | undefined;
  #thread: Thread;
  /** A thread that has been started but not sent anything: to start one takes longer than to send it everything. */
  #spare: Thread | undefined;
  #closed: EngineError | undefined;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#flag = environment.shared ? new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) : undefined;
    this.#thread = this.#begin(this.#start());
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  ask(job: Job): void {
    if (this.#closed === undefined) this.#waiting.push(job);
    else job.reject(this.#closed);
    this.#next();
  }

  /**
   * Ends a search: one that waits is never begun, one that runs sees the flag and still answers. False where there
   * is no flag: then its thread was replaced, nobody will answer it any more, and `first` is what the new thread is asked
   * before all else.
   */
  stop(job: Job, first: readonly Job[]): boolean {
    const index = this.#waiting.indexOf(job);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
      return false;
    }
    if (this.#running !== job) return true;
    if (this.#flag !== undefined) {
      Atomics.store(this.#flag, 0, 1);
      return true;
    }
    this.#replace(first);
    return false;
  }

  /** Ends the thread; whoever still waits, and whoever asks later, gets the error. */
  close(error: EngineError): void {
    if (this.#closed !== undefined) return;
    this.#closed = error;
    this.#thread.end();
    this.#spare?.end();
    const jobs = [this.#running, ...this.#waiting];
    this.#running = undefined;
    this.#waiting.length = 0;
    for (const job of jobs) job?.reject(error);
  }

  #next(): void {
    if (this.#running !== undefined) return;
    this.#running = this.#waiting.shift();
    if (this.#running === undefined) return;
    if (this.#flag !== undefined) Atomics.store(this.#flag, 0, 0);
    this.#thread.post(this.#running.request);
  }

  #start(): Thread {
    // Messages of a thread that was ended may still arrive; they must not count as the new one's.
    const thread: Thread = this.#environment.startThread({
      hear: (reply) => {
        if (thread === this.#thread) this.#hear(reply);
      },
      fail: (sentence) => {
        if (thread === this.#thread || thread === this.#spare) this.close(new EngineError(sentence));
      },
    });
    return thread;
  }

  #begin(thread: Thread): Thread {
    thread.post({ kind: 'start', module: this.#environment.module, flag: this.#flag });
    if (this.#flag === undefined) this.#spare = this.#start();
    return thread;
  }

  #replace(first: readonly Job[]): void {
    this.#thread.end();
    this.#thread = this.#begin(this.#spare ?? this.#start());
    this.#running = undefined;
    this.#waiting.unshift(...first);
    this.#next();
  }

  #hear(reply: Reply): void {
    const job = this.#running;
    if (reply.kind === 'line') {
      job?.report(reply.line);
    } else if (reply.kind === 'failure') {
      // An instance that failed is not to be trusted any more, and one that fails again would fail for ever.
      this.close(new EngineError(`the engine failed: ${reply.sentence}`));
    } else {
      this.#running = undefined;
      if (reply.kind === 'result') job?.resolve(reply.result);
      else job?.reject(new EngineError(reply.sentence));
      this.#next();
    }
  }
}
