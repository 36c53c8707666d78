// A server that says what a test wants it to say.
import { START } from '../../src/engine/vocabulary.ts';
import type { ServerState } from '../../src/online/event_texts.ts';
import type { AnyCommand, AnyEvent, Me, Player, Standing } from '../../src/online/messages.ts';

/** The server's end of the socket. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readonly readyState = FakeSocket.OPEN;
  readonly sent: AnyCommand[] = [];

  constructor() {
    super();
    FakeSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as AnyCommand);
  }

  close(): void {
    // Nobody listens any more.
  }

  say(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

export const ann: Player = { id: 'ann', name: 'Ann', bot: false };
export const ben: Player = { id: 'ben', name: 'Ben', bot: false };
export const me: Me = { player: ann, csrf: '', token: null };
const STANDING: Standing = {
  status: 'playing',
  fen: START.fen,
  actor: 'white',
  clocks: null,
  outcome: null,
  offer: null,
  duty: null,
  repetition: null,
  take_back: null,
  rematch: null,
  next_game: null,
  touched: [],
  no_result: null,
};

export function game(actions: string[] = [], standing: Partial<Standing> = {}): ServerState {
  return {
    t: 'state',
    v: 1,
    game: 'g',
    seq: actions.length + 1,
    now: 0,
    created_at: 0,
    access: 'link',
    terms: { variant: 'closed', stages: [0, 0], touch_move: false, take_backs: true, clock: null },
    opener_colour: 'white',
    seats: { white: ann, brown: ben },
    opener: ann,
    you: 'white',
    start: START.fen,
    actions,
    events: actions,
    standing: { ...STANDING, ...standing },
    rematch_of: null,
    invitation: null,
  };
}

interface EventDetails {
  readonly t: AnyEvent['t'];
  readonly by?: string;
  readonly action?: string;
  readonly square?: string;
  /** What changes in the game, where it is not an action or a touch. */
  readonly apply?: readonly string[];
  readonly [detail: string]: unknown;
}

export function event(seq: number, more: EventDetails, standing: Partial<Standing> = {}): AnyEvent {
  const apply = more.action ? [more.action] : more.square ? [`touch ${more.square}`] : [];
  return { seq, at: 0, by: null, standing: { ...STANDING, ...standing }, apply, ...more } as AnyEvent;
}

/** What is said to whoever comes. */
export function greet(socket: FakeSocket, state: ServerState): void {
  socket.dispatchEvent(new Event('open'));
  socket.say({ t: 'hello', v: 1, game: 'g', seq: state.seq, now: 0, you: 'white', node: 'n', history: 'h' });
  socket.say(state);
}

/** The last command that was sent. */
export const command = (socket: FakeSocket): AnyCommand | undefined =>
  socket.sent.findLast(({ t }) => t !== ('ping' as string));
