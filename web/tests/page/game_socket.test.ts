import { beforeEach, expect, test } from 'vitest';
import { GameSocket, type Timing, type WireHearing } from '../../src/online/game_socket.ts';
import type { AnyCommand, AnyEvent, FromServer, Reject, Standing, State } from '../../src/online/messages.ts';

/** A server at the other end of every wire, under the control of the test. */
class Line {
  readonly sent: (AnyCommand | { t: 'ping' })[] = [];
  isClosed = false;
  readonly since: number | null;
  readonly hearing: WireHearing;

  constructor(since: number | null, hearing: WireHearing) {
    this.since = since;
    this.hearing = hearing;
  }

  say(message: object): void {
    this.hearing.heard(JSON.stringify(message));
  }

  open(seq: number, history = 'first'): void {
    this.hearing.opened();
    this.say({ t: 'hello', v: 1, game: 'g', seq, now: 0, you: 'white', node: 'n', history } satisfies FromServer);
  }

  commands(): AnyCommand[] {
    return this.sent.filter((message): message is AnyCommand => message.t !== 'ping');
  }
}

/** Time that passes when the test says so. */
class Clock implements Timing {
  #now = 0;
  #ids = 0;
  #waiting: { at: number; act: () => void }[] = [];

  after(milliseconds: number, act: () => void): () => void {
    const entry = { at: this.#now + milliseconds, act };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  random(): number {
    return 0.5;
  }

  newId(): string {
    this.#ids += 1;
    return `id${this.#ids}`;
  }

  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#waiting.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (!next) break;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#now = next.at;
      next.act();
    }
    this.#now = end;
  }
}

const standing = { status: 'playing' } as Standing;
const acted = (seq: number, action = 'd2d5'): AnyEvent => ({
  t: 'acted',
  seq,
  at: 0,
  by: 'white',
  standing,
  action,
  apply: [action],
  lag: 0,
});
const state = (seq: number): State => ({ t: 'state', v: 1, seq, game: 'g' }) as State;
const reject = (id: string, code: Reject['code'], seq: number | null = null): Reject => ({
  t: 'reject',
  id,
  code,
  sentence: 'no',
  seq,
  state: seq === null ? null : state(seq),
});

let lines: Line[];
let clock: Clock;
let heard: string[];
let socket: GameSocket;
const line = (): Line => {
  const last = lines.at(-1);
  if (!last) throw new Error('nobody has dialled');
  return last;
};

beforeEach(() => {
  lines = [];
  clock = new Clock();
  heard = [];
  socket = new GameSocket(
    (since, hearing) => {
      const made = new Line(since, hearing);
      lines.push(made);
      return {
        send: (text) => made.sent.push(JSON.parse(text) as AnyCommand),
        close: () => (made.isClosed = true),
      };
    },
    {
      hello: ({ seq }) => heard.push(`hello ${seq}`),
      state: ({ seq }) => heard.push(`state ${seq}`),
      event: (event) => heard.push(`${event.t} ${event.seq}`),
      presence: () => heard.push('presence'),
      connected: (isConnected) => heard.push(isConnected ? 'connected' : 'lost'),
      rejected: ({ code }) => heard.push(`rejected ${code}`),
      acknowledged: (id) => heard.push(`done ${id}`),
      gone: (code) => heard.push(`gone ${code}`),
    },
    clock,
  );
});

function begin(seq = 3): void {
  line().open(seq);
  line().say(state(seq));
  heard.length = 0;
}

test('it first asks for the whole state, then for what came since', () => {
  expect(line().since).toBeNull();
  begin(3);
  line().say(acted(4));
  line().hearing.closed(1006);
  clock.pass(300);
  expect(line().since).toBe(4);
});

test('events are reported once and in order; old ones are ignored', () => {
  begin(3);
  line().say(acted(4));
  line().say(acted(4));
  line().say(acted(3));
  line().say(acted(5));
  expect(heard).toEqual(['acted 4', 'acted 5']);
});

test('after a gap it connects again and asks for what is missing', () => {
  begin(3);
  line().say(acted(5));
  expect(heard).toEqual([]);
  expect(lines).toHaveLength(2);
  expect(lines[0]?.isClosed).toBe(true);
  expect(line().since).toBe(3);
  line().open(5);
  line().say(acted(4));
  line().say(acted(5));
  expect(heard).toEqual(['hello 5', 'connected', 'acted 4', 'acted 5']);
});

test('a command carries an id and the last event, and is done when its event has come', () => {
  begin(3);
  const id = socket.command({ t: 'act', action: 'd2d5' });
  expect(line().commands()).toEqual([{ t: 'act', action: 'd2d5', id, seq: 3 }]);
  line().say({ t: 'ack', id, seq: 4 });
  expect(heard).toEqual([]);
  line().say(acted(4));
  expect(heard).toEqual(['acted 4', `done ${id}`]);
});

test('a command without an answer is sent again as it was, once all that was missed is known', () => {
  begin(3);
  const id = socket.command({ t: 'act', action: 'd2d5' });
  line().hearing.closed(1006);
  clock.pass(1000);
  line().open(4);
  expect(line().commands()).toEqual([]);
  line().say(acted(4));
  expect(line().commands()).toEqual([{ t: 'act', action: 'd2d5', id, seq: 3 }]);
  line().say({ t: 'ack', id, seq: 4 });
  expect(heard).toContain(`done ${id}`);
  line().hearing.closed(1006);
  clock.pass(1000);
  line().open(4);
  expect(line().commands()).toEqual([]);
});

test('a command given without a connection waits for one', () => {
  begin(3);
  line().hearing.closed(1006);
  socket.command({ t: 'decline_draw' });
  clock.pass(1000);
  line().open(3);
  expect(
    line()
      .commands()
      .map(({ t }) => t),
  ).toEqual(['decline_draw']);
});

test('a stale command is given up and the state taken over', () => {
  begin(3);
  const id = socket.command({ t: 'act', action: 'd2d5' });
  line().say(reject(id, 'stale', 5));
  expect(heard).toEqual(['state 5', 'rejected stale']);
  expect(socket.seq).toBe(5);
});

test('to resign is always meant: it is sent again with what is known now', () => {
  begin(3);
  const id = socket.command({ t: 'resign' });
  line().say(reject(id, 'stale', 5));
  expect(line().commands().at(-1)).toMatchObject({ t: 'resign', seq: 5 });
  expect(heard).toEqual(['state 5']);
});

test('what the server could not do just now is sent again with the same id', () => {
  begin(3);
  const id = socket.command({ t: 'act', action: 'd2d5' });
  line().say(reject(id, 'unavailable'));
  clock.pass(1000);
  expect(
    line()
      .commands()
      .map((command) => command.id),
  ).toEqual([id, id]);
  expect(heard).toEqual([]);
});

test('silence is a broken connection', () => {
  begin(3);
  clock.pass(8_999);
  expect(heard).toEqual([]);
  clock.pass(1);
  expect(heard).toEqual(['lost']);
  expect(lines[0]?.isClosed).toBe(true);
});

test('whoever answers pings is there', () => {
  begin(3);
  for (let second = 0; second < 30; second += 1) {
    clock.pass(1000);
    line().say({ t: 'pong', n: second });
  }
  expect(heard).toEqual([]);
  expect(line().sent.filter(({ t }) => t === 'ping')).toHaveLength(12);
});

test('it tries again after pauses that grow', () => {
  for (const pause of [300, 600, 1200, 2400, 4800, 8000, 8000]) {
    const before = lines.length;
    line().hearing.closed(1006);
    clock.pass(pause - 1);
    expect(lines).toHaveLength(before);
    clock.pass(1);
    expect(lines).toHaveLength(before + 1);
  }
});

test('a device that wakes up does not wait', () => {
  begin(3);
  line().hearing.closed(1006);
  socket.nudge();
  expect(lines).toHaveLength(2);
  line().open(3);
  socket.nudge();
  expect(lines).toHaveLength(2);
});

test('a device that has lost the net says so before silence does, and once', () => {
  begin(3);
  heard.length = 0;
  socket.drop();
  socket.drop();
  expect(heard).toEqual(['lost']);
  socket.nudge();
  expect(lines).toHaveLength(2);
});

test('a game that does not exist is not asked for again', () => {
  line().hearing.closed(4404);
  clock.pass(60_000);
  expect(heard).toEqual(['lost', 'gone 4404']);
  expect(lines).toHaveLength(1);
});

test.each([4400, 4401, 4404])('after %i there is nothing to wait for, whatever was still to be sent', (code) => {
  begin(3);
  socket.command({ t: 'act', action: 'd2d5' });
  line().hearing.closed(code);
  socket.nudge();
  clock.pass(60_000);
  expect(heard).toEqual(['lost', `gone ${code}`]);
  expect(lines).toHaveLength(1);
});

test('a placement that was under way when the net went is sent once more, and counts once', () => {
  begin(3);
  const id = socket.command({ t: 'act', action: '@d6x' });
  line().hearing.closed(1006);
  clock.pass(1000);
  // The server had it: it tells the event, then answers the repeated command as done.
  line().open(4);
  line().say(acted(4, '@d6x'));
  line().say({ t: 'ack', id, seq: 4 });
  line().say({ t: 'ack', id, seq: 4 });
  expect(heard).toEqual(['lost', 'hello 4', 'connected', 'acted 4', `done ${id}`]);
});

test('who was away for long gets the whole state, and the command that waited is judged by it', () => {
  begin(3);
  const id = socket.command({ t: 'act', action: 'd2d5' });
  line().hearing.closed(1006);
  clock.pass(1000);
  line().open(90);
  expect(line().commands()).toEqual([]);
  line().say(state(90));
  expect(line().commands()).toMatchObject([{ id, seq: 3 }]);
  line().say(reject(id, 'stale', 90));
  expect(heard.slice(-2)).toEqual(['state 90', 'rejected stale']);
  line().say(acted(91));
  expect(heard.at(-1)).toBe('acted 91');
});

test.each([
  ['knows less than was seen', 3, 'first'],
  ['has another history', 6, 'second'],
])('when a server %s, everything is forgotten and the state taken', (_, seq, history) => {
  begin(4);
  const id = socket.command({ t: 'act', action: 'd2d5' });
  line().say({ t: 'ack', id, seq: 6 });
  line().hearing.closed(1012);
  clock.pass(300);
  expect(line().since).toBe(4);
  line().open(seq, history);
  expect(line().since).toBeNull();
  line().open(seq, history);
  line().say(state(seq));
  expect(heard.slice(-2)).toEqual([`state ${seq}`, `done ${id}`]);
  expect(socket.seq).toBe(seq);
});

test('a state that is older than what is known changes nothing', () => {
  begin(3);
  line().say(acted(4));
  line().say(state(3));
  line().say(acted(5));
  expect(heard).toEqual(['acted 4', 'acted 5']);
});

test('what an earlier connection still says is not heard', () => {
  begin(3);
  const first = line();
  first.hearing.closed(1006);
  clock.pass(1000);
  line().open(3);
  heard.length = 0;
  first.say(acted(4));
  first.hearing.closed(1006);
  expect(heard).toEqual([]);
  line().say(acted(4));
  expect(heard).toEqual(['acted 4']);
});

test('commands are sent one by one in the order in which they were given, each after the event of the last', () => {
  begin(3);
  const first = socket.command({ t: 'touch', square: 'd2' });
  const second = socket.command({ t: 'act', action: 'd2d5' });
  const third = socket.command({ t: 'offer_draw' });
  expect(line().commands()).toMatchObject([{ id: first, seq: 3 }]);
  line().say({ t: 'ack', id: first, seq: 4 });
  expect(line().commands()).toMatchObject([{ id: first }, { id: second, seq: 4 }]);
  line().say({ ...acted(4), t: 'touched', square: 'd2' });
  line().say(acted(5));
  line().say({ t: 'ack', id: second, seq: 5 });
  expect(line().commands()).toMatchObject([{ id: first }, { id: second }, { id: third, seq: 5 }]);
  expect(heard).toEqual(['touched 4', `done ${first}`, 'acted 5', `done ${second}`]);
});

test('of the commands that wait for a connection the first is sent again, then the others', () => {
  begin(3);
  const first = socket.command({ t: 'decline_draw' });
  line().hearing.closed(1006);
  const second = socket.command({ t: 'act', action: 'd2d5' });
  clock.pass(1000);
  line().open(3);
  expect(line().commands()).toMatchObject([{ id: first, seq: 3 }]);
  line().say({ t: 'ack', id: first, seq: 4 });
  expect(line().commands()).toMatchObject([{ id: first }, { id: second, seq: 4 }]);
});

test('what is refused for good makes way for the next, which stays as it was', () => {
  begin(3);
  const first = socket.command({ t: 'touch', square: 'd2' });
  const second = socket.command({ t: 'act', action: 'd2d5' });
  line().say(reject(first, 'not_now'));
  expect(line().commands()).toMatchObject([{ id: first }, { id: second, seq: 3 }]);
  line().say(reject(second, 'stale', 5));
  expect(heard).toEqual(['rejected not_now', 'state 5', 'rejected stale']);
});

test('what is sent again after a second keeps its place', () => {
  begin(3);
  const first = socket.command({ t: 'touch', square: 'd2' });
  socket.command({ t: 'act', action: 'd2d5' });
  line().say(reject(first, 'too_fast'));
  clock.pass(1000);
  expect(line().commands()).toMatchObject([{ id: first }, { id: first }]);
});

test('what was closed says and hears nothing more', () => {
  begin(3);
  socket.close();
  line().say(acted(4));
  clock.pass(60_000);
  expect(heard).toEqual([]);
  expect(lines).toHaveLength(1);
});
