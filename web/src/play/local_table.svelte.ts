// A game at this device: against the computer, or for two people. It needs no net and is saved after every event.
import type { EngineClient } from '../engine/client.ts';
import type { GameEvent } from '../engine/game.ts';
import type { Colour } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import { handOver, isFast, left, reward, startTimes, type Times } from './clock.ts';
import { Computer } from './computer.ts';
import { load, resultOf, save, storageKey, type SavedGame, type Seat } from './saved.ts';
import { fileDate, Table, type Notice, type Sitter } from './table.svelte.ts';

const COLOURS: readonly Colour[] = ['white', 'brown'];

/** The computer lets a person see what happened before it answers. */
const PAUSE = 450;

export class LocalTable extends Table {
  readonly mine: readonly Colour[];
  readonly clockShift = 0;
  thinking = $state(false);
  times = $state.raw<Times | null>(null);
  /** Whether the browser keeps the game when the page is closed. */
  isKept = $state(true);
  readonly saved: SavedGame;
  #events: string[] = [];
  /** When it was saved last, as far as this tab knows. */
  #changed = 0;
  #computer: Computer | undefined;
  /** Why the computer will not come. */
  #absence: Notice | null = null;
  /** Counts what makes the computer's thoughts void. */
  #generation = 0;
  #flag: ReturnType<typeof setTimeout> | undefined;

  constructor(module: WebAssembly.Module, saved: SavedGame, engine: Promise<EngineClient>) {
    super(module);
    this.saved = saved;
    this.mine = COLOURS.filter((colour) => saved.seats[colour].kind === 'person');
    this.orientation = this.mine[0] ?? 'white';
    this.#replay(saved);
    this.motion = null;
    this.#resumeClock();
    addEventListener('storage', this.#hear);
    addEventListener('pagehide', this.#note);
    document.addEventListener('visibilitychange', this.#note);
    const seat = this.#computerSeat;
    if (seat?.kind === 'computer') {
      engine.then(
        (client) => {
          this.#computer = new Computer(client, seat.level, seat.seed);
          void this.#attend();
        },
        (error: unknown) => {
          const problem = error instanceof Error ? error.message : String(error);
          this.#absence = { told: say('problem.engine', { problem }) };
          this.notice = this.#absence;
        },
      );
    }
  }

  get sitters(): Readonly<Record<Colour, Sitter>> {
    const sitter = (colour: Colour): Sitter => {
      const seat = this.saved.seats[colour];
      if (seat.kind === 'computer') return { name: say('computer', { level: seat.level }), computer: true };
      return { name: seat.name ?? (this.you === colour ? say('you') : say(colour)), computer: false };
    };
    return { white: sitter('white'), brown: sitter('brown') };
  }

  get mayTakeBack(): boolean {
    if (!this.saved.takeBacks || this.steps.length === 0) return false;
    return this.mine.length === 2 || this.steps.some(({ player }) => this.mine.includes(player));
  }

  get confirmWanted(): boolean {
    const { clock } = this.saved;
    if (clock === null || this.times === null) return true;
    return !isFast(clock) && left(this.times, this.now.actor, Date.now()) > 15_000;
  }

  get #computerSeat(): Seat | undefined {
    return COLOURS.map((colour) => this.saved.seats[colour]).find(({ kind }) => kind === 'computer');
  }

  send(event: GameEvent): void {
    if (this.#isOvertaken()) this.notice = 'other tab';
    else this.#happen(event);
  }

  #happen(event: GameEvent): void {
    const turns = this.#completeTurns();
    const mover = this.now.turn;
    this.rules.apply(event);
    this.#events.push(event);
    this.#generation += 1;
    this.notice = null;
    this.refresh();
    this.#runClock(this.#completeTurns() > turns ? mover : null);
    this.#save();
    void this.#attend();
  }

  /** One action of one's own with all that followed it; between two people, one action. */
  takeBack(): void {
    const count = this.steps.length;
    const last =
      this.mine.length === 2 ? count - 1 : this.steps.findLastIndex(({ player }) => this.mine.includes(player));
    if (last < 0 || this.#isOvertaken()) return;
    this.#generation += 1;
    this.#computer?.hurry();
    for (let taken = last; taken < count; taken += 1) {
      this.rules.apply('back');
      this.#events.push('back');
    }
    this.notice = null;
    this.refresh();
    this.motion = null;
    this.#runClock(null);
    this.#save();
    void this.#attend();
  }

  override record(): string {
    const tags: Record<string, string> = {};
    for (const colour of COLOURS) {
      const seat = this.saved.seats[colour];
      const name = colour === 'white' ? 'White' : 'Brown';
      tags[name] = this.sitters[colour].name;
      if (seat.kind === 'computer')
        Object.assign(tags, { [`${name}Level`]: `${seat.level}`, [`${name}Seed`]: `${seat.seed}` });
    }
    return this.rules.record({ Date: fileDate(this.saved.created), ...tags });
  }

  answer(): void {
    // Nobody asks anything at one device.
  }

  hurry(): void {
    this.#computer?.hurry();
  }

  leave(): void {
    this.#generation += 1;
    this.#computer?.hurry();
    clearTimeout(this.#flag);
    removeEventListener('storage', this.#hear);
    removeEventListener('pagehide', this.#note);
    document.removeEventListener('visibilitychange', this.#note);
    if (this.times?.running && !this.#isOvertaken()) {
      this.times = handOver(this.times, null, Date.now());
      this.#save();
    }
  }

  // -- other tabs ----------------------------------------------------------------------------------------------------

  /** Takes over a game as it was kept. */
  #replay({ start, touchMove, events, changed }: SavedGame): void {
    this.rules.begin(start, touchMove);
    for (const event of events) this.rules.apply(event);
    this.#events = [...events];
    this.#changed = changed;
    this.refresh();
  }

  /** Whether another tab has played on; then this one follows, and what was about to happen here does not. */
  #isOvertaken(): boolean {
    const kept = load(this.saved.id);
    if (kept === null || (kept.changed === this.#changed && kept.events.length === this.#events.length)) return false;
    this.#generation += 1;
    this.#computer?.hurry();
    this.#replay(kept);
    this.times = kept.times;
    this.#runClock(null);
    void this.#attend();
    return true;
  }

  readonly #hear = ({ key }: StorageEvent): void => {
    if (key === storageKey(this.saved.id)) this.#isOvertaken();
  };

  /** The computer's move or its answer, when it owes one. */
  async #attend(): Promise<void> {
    const computer = this.#computer;
    if (this.state.outcome !== null || this.thinking) return;
    const { offer } = this.state;
    const answers = offer !== null && this.mine.includes(offer.player);
    if (!answers && this.mine.includes(this.now.actor)) return;
    if (computer === undefined) {
      this.notice ??= this.#absence;
      return;
    }
    const generation = this.#generation;
    this.thinking = true;
    try {
      const event = answers ? await this.#answer(computer) : await this.#action(computer);
      if (generation === this.#generation && event !== undefined) {
        this.thinking = false;
        if (!this.#isOvertaken()) this.#happen(event);
        if (event.startsWith('decline'))
          this.notice = { declined: 'draw', by: this.you === 'white' ? 'brown' : 'white' };
      }
    } finally {
      this.thinking = false;
    }
    if (generation !== this.#generation) void this.#attend();
  }

  async #answer(computer: Computer): Promise<GameEvent> {
    const accepts = await computer.acceptsDraw(this.state);
    const colour: Colour = this.mine[0] === 'white' ? 'brown' : 'white';
    return `${accepts ? 'accept' : 'decline'} ${colour}`;
  }

  async #action(computer: Computer): Promise<GameEvent | undefined> {
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE));
    const action = await computer.choose(this.state);
    await pause;
    return action;
  }

  // -- the clock ---------------------------------------------------------------------------------------------------

  #completeTurns(): number {
    return this.state.turns.length - (this.now.hands.length > 0 ? 1 : 0);
  }

  #resumeClock(): void {
    const { clock, times } = this.saved;
    if (clock === null) return;
    // What was spent while the page was closed is nobody's.
    this.times = times === null ? startTimes(clock, Date.now()) : { ...times, at: Date.now() };
    this.#runClock(null);
  }

  #runClock(rewarded: Colour | null): void {
    const { clock } = this.saved;
    if (clock === null || this.times === null) return;
    const now = Date.now();
    // Nobody's clock runs before the first turn.
    const running = this.state.outcome !== null || this.steps.length === 0 ? null : this.now.actor;
    this.times = handOver(this.times, running, now);
    if (rewarded !== null) this.times = reward(this.times, rewarded, clock);
    clearTimeout(this.#flag);
    if (running !== null) {
      this.#flag = setTimeout(
        () => {
          if (this.state.outcome === null && !this.#isOvertaken()) this.#happen(`time ${running}`);
        },
        left(this.times, running, now),
      );
    }
  }

  /** A page that is hidden may never be seen again: what was thought until then is spent. */
  readonly #note = ({ type }: Event): void => {
    const isShown = type === 'visibilitychange' && document.visibilityState === 'visible';
    if (isShown || !this.times?.running || this.#isOvertaken()) return;
    this.times = handOver(this.times, this.times.running, Date.now());
    this.#save();
  };

  #save(): void {
    const { fen, turns } = this.state;
    const result = resultOf(this.state);
    this.#changed = Date.now();
    const changing = { changed: this.#changed, times: this.times, events: this.#events };
    this.isKept = save({ ...this.saved, ...changing, fen, turns: turns.length, result });
  }
}
