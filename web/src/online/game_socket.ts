// The socket of a game: numbered events in, commands out, one at a time. It comes back by itself, catches up where it
// was, and sends a command again until it is answered. It knows the protocol of docs/protocol.md and nothing of games.
import type { Ack, AnyCommand, AnyEvent, FromClient, FromServer, Hello, Presence, Reject, State } from './messages.ts';

/** One connection. */
export interface Wire {
  send(text: string): void;
  close(): void;
}

export interface WireHearing {
  opened(): void;
  heard(text: string): void;
  closed(code: number): void;
}

/** Connects anew; `since` is the last event that was seen. */
export type Dial = (since: number | null, hearing: WireHearing) => Wire;

export interface Listener {
  hello(hello: Hello): void;
  state(state: State): void;
  event(event: AnyEvent): void;
  presence(presence: Presence): void;
  /** Whether the server can be heard. */
  connected(isConnected: boolean): void;
  /** A command was rejected for good. */
  rejected(reject: Reject): void;
  /** A command was carried out, and its event has been heard. */
  acknowledged(id: string): void;
  /** It makes no sense to connect again. */
  gone(code: number): void;
}

type Unnumbered<C> = C extends AnyCommand ? Omit<C, 'id' | 'seq'> : never;
/** A command without what the socket adds. */
export type NewCommand = Unnumbered<AnyCommand>;

/** Time, so that tests need not wait. */
export interface Timing {
  after(milliseconds: number, act: () => void): () => void;
  random(): number;
  newId(): string;
}

const PING_EVERY = 2_500;
const SILENCE = 9_000;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8_000;
const SEND_AGAIN = 1_000;
/** The address makes no sense, the token is void, there is no such game. */
const FINAL: ReadonlySet<number> = new Set([4400, 4401, 4404]);
/** Rejections after which the same command is sent once more. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'too_fast']);

export class GameSocket {
  readonly #dial: Dial;
  readonly #listener: Listener;
  readonly #timing: Timing;
  #wire: Wire | undefined;
  #isOpen = false;
  #isClosed = false;
  #seq: number | null = null;
  /** Which history the server has; it is another one after it was restored from a backup. */
  #history = '';
  /** Up to where the server will catch us up; commands wait for it. */
  #catchUp = 0;
  /** Commands without an answer, in their order; only the first is under way. */
  readonly #pending = new Map<string, AnyCommand>();
  /** The command that this wire has carried. */
  #posted: string | null = null;
  /** Commands that were carried out, whose events have not come yet. */
  readonly #done = new Map<string, number>();
  #failures = 0;
  #cancelRetry: (() => void) | undefined;
  #cancelPing: (() => void) | undefined;
  #cancelSilence: (() => void) | undefined;
  #pings = 0;

  constructor(dial: Dial, listener: Listener, timing: Timing) {
    this.#dial = dial;
    this.#listener = listener;
    this.#timing = timing;
    this.#connect();
  }

  /** The last event that was seen. */
  get seq(): number {
    return this.#seq ?? 0;
  }

  /** Sends a command now, or when there is a connection again and the last one was answered; gives its id. */
  command(wanted: NewCommand): string {
    const command = { ...wanted, id: this.#timing.newId(), seq: this.seq } as AnyCommand;
    this.#pending.set(command.id, command);
    this.#sendFirst();
    return command.id;
  }

  /** Connects at once if there is no connection: the device woke up, or the net is back. */
  nudge(): void {
    if (this.#isClosed || this.#isOpen) return;
    this.#failures = 0;
    this.#connect();
  }

  /** The device has lost the net: it knows that before the silence is long enough to be noticed. */
  drop(): void {
    if (this.#isOpen) this.#lose(0);
  }

  close(): void {
    this.#isClosed = true;
    this.#hangUp();
    this.#cancelRetry?.();
  }

  get #isCaughtUp(): boolean {
    return this.#isOpen && this.#seq !== null && this.#seq >= this.#catchUp;
  }

  // -- the connection ----------------------------------------------------------------------------------------------

  #connect(): void {
    this.#hangUp();
    this.#cancelRetry?.();
    // Messages of an earlier wire are ignored.
    const isThis = (): boolean => this.#wire === wire && !this.#isClosed;
    const wire = this.#dial(this.#seq, {
      opened: () => {
        if (isThis()) this.#listen();
      },
      heard: (text) => {
        if (isThis()) this.#hear(JSON.parse(text) as FromServer);
      },
      closed: (code) => {
        if (isThis()) this.#lose(code);
      },
    });
    this.#wire = wire;
  }

  #hangUp(): void {
    const wire = this.#wire;
    this.#wire = undefined;
    this.#isOpen = false;
    this.#posted = null;
    this.#catchUp = Infinity;
    this.#cancelPing?.();
    this.#cancelSilence?.();
    wire?.close();
  }

  #listen(): void {
    this.#isOpen = true;
    this.#keepSilenceShort();
    this.#ping();
  }

  #lose(code: number): void {
    this.#hangUp();
    this.#listener.connected(false);
    if (FINAL.has(code)) {
      this.#isClosed = true;
      this.#listener.gone(code);
      return;
    }
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures) * (0.5 + this.#timing.random());
    this.#failures += 1;
    this.#cancelRetry = this.#timing.after(pause, () => {
      this.#connect();
    });
  }

  #ping(): void {
    this.#cancelPing = this.#timing.after(PING_EVERY, () => {
      this.#pings += 1;
      this.#post({ t: 'ping', n: this.#pings });
      this.#ping();
    });
  }

  #keepSilenceShort(): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.#timing.after(SILENCE, () => {
      this.#lose(0);
    });
  }

  #post(message: FromClient): void {
    this.#wire?.send(JSON.stringify(message));
  }

  // -- what the server says ----------------------------------------------------------------------------------------

  #hear(message: FromServer): void {
    this.#keepSilenceShort();
    switch (message.t) {
      case 'hello':
        if (this.#isOutdated(message)) {
          this.#seq = null;
          for (const id of this.#done.keys()) this.#done.set(id, 0); // their events may never come
          this.#connect(); // what was seen is no longer true: ask for the whole state
          return;
        }
        this.#failures = 0;
        this.#catchUp = message.seq;
        this.#listener.hello(message);
        this.#listener.connected(true);
        this.#sendFirst();
        break;
      case 'state':
        this.#takeState(message);
        break;
      case 'ack':
        this.#takeAck(message);
        break;
      case 'reject':
        this.#takeReject(message);
        break;
      case 'presence':
        this.#listener.presence(message);
        break;
      case 'pong':
        break;
      default:
        this.#takeEvent(message);
    }
  }

  /** Whether the server no longer has what was seen here: events are missing, or are others. */
  #isOutdated({ seq, history }: Hello): boolean {
    const isOther = this.#history !== '' && history !== this.#history;
    this.#history = history;
    return this.#seq !== null && (isOther || seq < this.#seq);
  }

  #takeState(state: State): void {
    if (this.#seq !== null && state.seq < this.#seq) return; // older than what is known
    this.#seq = state.seq;
    this.#listener.state(state);
    this.#tellDone();
    this.#sendFirst();
  }

  #takeEvent(event: AnyEvent): void {
    const last = this.#seq ?? event.seq - 1;
    if (event.seq <= last) return;
    if (event.seq > last + 1) {
      this.#connect(); // something was missed: ask for all since
      return;
    }
    this.#seq = event.seq;
    this.#listener.event(event);
    this.#tellDone();
    this.#sendFirst();
  }

  #takeAck({ id, seq }: Ack): void {
    if (!this.#pending.delete(id)) return; // it is known already
    this.#done.set(id, seq);
    // What was decided after it, without having seen it, counts with it.
    const [next] = this.#pending.values();
    if (next) this.#pending.set(next.id, { ...next, seq: Math.max(next.seq, seq) });
    this.#tellDone();
    this.#sendFirst();
  }

  #takeReject(reject: Reject): void {
    const command = reject.id === null ? undefined : this.#pending.get(reject.id);
    if (command && PASSING.has(reject.code)) {
      this.#timing.after(SEND_AGAIN, () => {
        if (this.#isCaughtUp && this.#pending.has(command.id)) this.#post(command);
      });
      return;
    }
    if (reject.id !== null) this.#pending.delete(reject.id);
    if (reject.state) this.#takeState(reject.state);
    // To give up or to abort is always meant, whatever happened meanwhile.
    const isMeant = command?.t === 'resign' || command?.t === 'abort';
    if (isMeant && reject.code === 'stale') this.command({ t: command.t });
    else this.#listener.rejected(reject);
    this.#sendFirst();
  }

  #tellDone(): void {
    for (const [id, seq] of this.#done) {
      if (seq > this.seq) continue;
      this.#done.delete(id);
      this.#listener.acknowledged(id);
    }
  }

  #sendFirst(): void {
    const [first] = this.#pending.values();
    if (!first || first.id === this.#posted || !this.#isCaughtUp) return;
    this.#posted = first.id;
    this.#post(first);
  }
}
