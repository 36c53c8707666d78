// A game at this device: against the computer, or for two people. It needs no net and is saved after every event.
import type { EngineClient } from '../engine/client.ts';
import type { GameEvent } from '../engine/game.ts';
import { COLOURS, other, type Colour } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import type { Notice } from '../languages/words.ts';
import { handOver, isFast, left, reward, startClocks, type Clocks } from './clock.ts';
import { Computer } from './computer.ts';
import { keepOpponent, keptOpponent, strengthOf } from './kept_choices.ts';
import { playAgain } from './new_game.ts';
import { computerName, computerTags, emblemOf, opponentName } from './opponents.ts';
import { list, load, resultOf, save, storageKey, type SavedGame, type Seat } from './saved_games.ts';
import { sequelOf } from './sequel.ts';
import {
  fileDate,
  Table,
  type ComputerOpponent,
  type Rematch,
  type SeatedPlayer,
  type Sequel,
} from './table.svelte.ts';

/** The computer lets a person see what happened before it answers, in milliseconds. */
const PAUSE = 450;

/** How long the computer leaves a person to offer a draw on a repetition while its own clock runs. */
const CLAIM_TIME = 10_000;

export class LocalTable extends Table {
  readonly mine: readonly Colour[];
  readonly saved: SavedGame;
  #isThinking = $state(false);
  #clocks = $state.raw<Clocks | null>(null);
  #isKept = $state(true);
  #hints = $state(0);
  /** After how many steps the person has let the computer move instead of offering a draw on a repetition. */
  #unclaimedAt = $state<number | null>(null);
  #events: GameEvent[] = [];
  /** When it was saved last, as far as this tab knows. */
  #changed = 0;
  #computer: Computer | undefined;
  /** Why the computer does not play. */
  #absence: Notice | null = null;
  /** Counts what makes the computer's search void. */
  #generation = 0;
  #flag: ReturnType<typeof setTimeout> | undefined;

  constructor(module: WebAssembly.Module, saved: SavedGame, engine: Promise<EngineClient>) {
    super(module);
    this.saved = saved;
    this.mine = COLOURS.filter((colour) => saved.seats[colour].kind === 'person');
    this.orientation = this.mine[0] ?? 'white';
    this.#replay(saved);
    this.lastStep = null;
    this.#resumeClock();
    addEventListener('storage', this.#onStorage);
    addEventListener('pagehide', this.#onHide);
    document.addEventListener('visibilitychange', this.#onHide);
    const seat = this.#computerSeat;
    if (seat?.kind === 'computer') {
      engine.then(
        (client) => {
          this.#computer = new Computer(client, seat);
          void this.#letComputerAct();
        },
        (error: unknown) => {
          this.#miss(error);
        },
      );
    }
  }

  get players(): Readonly<Record<Colour, SeatedPlayer>> {
    const player = (colour: Colour): SeatedPlayer => {
      const seat = this.saved.seats[colour];
      if (seat.kind === 'computer') return { name: computerName(seat), isComputer: true, ...emblemOf(seat, colour) };
      return { name: seat.name ?? (this.you === colour ? say('you') : say(colour)), isComputer: false };
    };
    return { white: player('white'), brown: player('brown') };
  }

  override nameOf(colour: Colour): string {
    const seat = this.saved.seats[colour];
    return (seat.kind === 'computer' ? opponentName(seat) : seat.name) ?? say(colour);
  }

  override get computer(): ComputerOpponent | null {
    if (this.#computerSeat === undefined) return null;
    return {
      isThinking: this.#isThinking,
      isWaiting: this.#leavesTimeToClaim,
      hurry: () => {
        this.#hurry();
      },
    };
  }

  override get rematch(): Rematch {
    return {
      address: null,
      isPossible: true,
      request: () => {
        this.next = `/local/${playAgain(this.saved)}`;
      },
    };
  }

  override get sequel(): Sequel | null {
    const next = this.isOver ? sequelOf({ ...this.saved, result: resultOf(this.state) }, list()) : null;
    if (next === null || next === 'learn') return next && { kind: 'learn' };
    const play = (): void => {
      const chosen = { level: next.level, seconds: keptOpponent().seconds };
      keepOpponent(chosen);
      this.next = `/local/${playAgain(this.saved, strengthOf(chosen))}`;
    };
    return { kind: 'opponent', name: next.name, play };
  }

  /** Two people at one device look at their game whenever they like; against the computer, afterwards. */
  override get analysis(): `/${string}` | null {
    return this.isOver || this.mine.length === 2 ? `/analyse/local/${this.saved.id}` : null;
  }

  override get hints(): number {
    return this.#hints;
  }

  override noteHint(): void {
    if (this.#isOvertaken()) return;
    this.#hints += 1;
    this.#save();
  }

  override get clocks(): Clocks | null {
    return this.#clocks;
  }

  override get isKept(): boolean {
    return this.#isKept;
  }

  override get mayTakeBack(): boolean {
    if (!this.saved.take_backs || this.steps.length === 0) return false;
    return this.mine.length === 2 || this.steps.some(({ player }) => this.mine.includes(player));
  }

  override get hasTimeToConfirm(): boolean {
    const { clock } = this.saved;
    if (clock === null || this.#clocks === null) return true;
    return !isFast(clock) && left(this.#clocks, this.now.actor, Date.now()) > 15_000;
  }

  get #computerSeat(): Seat | undefined {
    return COLOURS.map((colour) => this.saved.seats[colour]).find(({ kind }) => kind === 'computer');
  }

  send(event: GameEvent): void {
    if (this.#isOvertaken()) this.notice = 'other tab';
    else this.#apply(event);
  }

  #apply(event: GameEvent): void {
    const turns = this.#completeTurns();
    const mover = this.now.turn;
    this.rules.apply(event);
    this.#events.push(event);
    this.#generation += 1;
    this.notice = null;
    this.refresh();
    this.#runClock(this.#completeTurns() > turns ? mover : null);
    this.#save();
    void this.#letComputerAct();
  }

  /** One action of one's own with all that followed it; between two people, one action. */
  override takeBack(): void {
    const count = this.steps.length;
    const last =
      this.mine.length === 2 ? count - 1 : this.steps.findLastIndex(({ player }) => this.mine.includes(player));
    if (last < 0 || this.#isOvertaken()) return;
    this.#generation += 1;
    this.#computer?.hurry();
    for (let taken = last; taken < count; taken += 1) {
      this.rules.apply('take_back');
      this.#events.push('take_back');
    }
    this.notice = null;
    this.#unclaimedAt = null;
    this.refresh();
    this.lastStep = null;
    this.#runClock(null);
    this.#save();
    void this.#letComputerAct();
  }

  override record(): string {
    const { record } = this.saved;
    if (record !== undefined) return this.rules.recordOnto(record, {});
    const tags: Record<string, string> = {};
    for (const colour of COLOURS) {
      const seat = this.saved.seats[colour];
      const name = colour === 'white' ? 'White' : 'Brown';
      tags[name] = this.players[colour].name;
      if (seat.kind === 'computer') Object.assign(tags, computerTags(name, seat));
    }
    return this.rules.record({ Date: fileDate(this.saved.created), ...tags });
  }

  override leave(): void {
    this.#generation += 1;
    this.#computer?.hurry();
    clearTimeout(this.#flag);
    removeEventListener('storage', this.#onStorage);
    removeEventListener('pagehide', this.#onHide);
    document.removeEventListener('visibilitychange', this.#onHide);
    if (this.#clocks?.running && !this.#isOvertaken()) {
      this.#clocks = handOver(this.#clocks, null, Date.now());
      this.#save();
    }
  }

  // -- other tabs ----------------------------------------------------------------------------------------------------

  /** Takes over a game as it was kept. */
  #replay({ start, touch_move, events, changed, hints = 0 }: SavedGame): void {
    this.rules.begin(start, touch_move);
    for (const event of events) this.rules.apply(event);
    this.#events = [...events];
    this.#changed = changed;
    this.#hints = hints;
    this.refresh();
  }

  /** Whether another tab has played on; then this one follows, and what was about to happen here does not. */
  #isOvertaken(): boolean {
    const kept = load(this.saved.id);
    if (kept === null || (kept.changed === this.#changed && kept.events.length === this.#events.length)) return false;
    this.#generation += 1;
    this.#computer?.hurry();
    this.#replay(kept);
    this.#clocks = kept.clocks;
    this.#runClock(null);
    void this.#letComputerAct();
    return true;
  }

  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKey(this.saved.id)) this.#isOvertaken();
  };

  // -- the computer ------------------------------------------------------------------------------------------------

  /** Whether the person may offer a draw on a repetition, and has not yet let it be: acting would end the right. */
  get #leavesTimeToClaim(): boolean {
    return this.mayClaim !== null && this.#unclaimedAt !== this.steps.length;
  }

  #hurry(): void {
    if (!this.#leavesTimeToClaim) {
      this.#computer?.hurry();
      return;
    }
    this.#unclaimedAt = this.steps.length;
    void this.#letComputerAct();
  }

  /** The computer's move or its answer to a draw, when one is due. */
  async #letComputerAct(): Promise<void> {
    const computer = this.#computer;
    if (this.state.outcome !== null || this.#isThinking) return;
    const { offer } = this.state;
    const answers = offer !== null && this.mine.includes(offer.player);
    if (!answers && this.mine.includes(this.now.actor)) return;
    if (computer === undefined) {
      this.notice ??= this.#absence;
      return;
    }
    if (!answers && this.#leavesTimeToClaim) {
      this.#waitForClaim();
      return;
    }
    const generation = this.#generation;
    this.#isThinking = true;
    try {
      const event = answers ? await this.#answer(computer) : await this.#action(computer);
      if (generation === this.#generation && event !== undefined) {
        this.#isThinking = false;
        if (!this.#isOvertaken()) this.#apply(event);
        if (event.startsWith('decline_draw')) this.notice = { declined: 'draw', by: this.#computerColour };
      }
    } catch (error) {
      this.#miss(error);
    } finally {
      this.#isThinking = false;
    }
    if (generation !== this.#generation) void this.#letComputerAct();
  }

  /** The engine could not be started, or has failed: the game is kept, and goes on when it is opened again. */
  #miss(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    this.#computer = undefined;
    this.#absence = { sentence: say('problem.engine', { problem }) };
    this.notice = this.#absence;
  }

  /** Without clocks there is no hurry; with them, the wait is at the computer's expense. */
  #waitForClaim(): void {
    if (this.saved.clock === null) return;
    const generation = this.#generation;
    setTimeout(() => {
      if (generation === this.#generation && this.#leavesTimeToClaim) this.#hurry();
    }, CLAIM_TIME);
  }

  get #computerColour(): Colour {
    return other(this.mine[0] ?? 'white');
  }

  async #answer(computer: Computer): Promise<GameEvent> {
    const accepts = await computer.acceptsDraw(this.state);
    return `${accepts ? 'accept_draw' : 'decline_draw'} ${this.#computerColour}`;
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
    const { clock, clocks } = this.saved;
    if (clock === null) return;
    // Time does not run while the page is closed.
    this.#clocks = clocks === null ? startClocks(clock, Date.now()) : { ...clocks, at: Date.now() };
    this.#runClock(null);
  }

  #runClock(rewarded: Colour | null): void {
    const { clock } = this.saved;
    if (clock === null || this.#clocks === null) return;
    const now = Date.now();
    // No clock runs before the first turn.
    const running = this.state.outcome !== null || this.steps.length === 0 ? null : this.now.actor;
    this.#clocks = handOver(this.#clocks, running, now);
    if (rewarded !== null) this.#clocks = reward(this.#clocks, rewarded, clock);
    clearTimeout(this.#flag);
    if (running !== null) {
      this.#flag = setTimeout(
        () => {
          if (this.state.outcome === null && !this.#isOvertaken()) this.#apply(`lose_on_time ${running}`);
        },
        left(this.#clocks, running, now),
      );
    }
  }

  /** A page that is hidden may never be seen again: the time until then is spent. */
  readonly #onHide = ({ type }: Event): void => {
    const isShown = type === 'visibilitychange' && document.visibilityState === 'visible';
    if (isShown || !this.#clocks?.running || this.#isOvertaken()) return;
    this.#clocks = handOver(this.#clocks, this.#clocks.running, Date.now());
    this.#save();
  };

  #save(): void {
    const { fen, turns } = this.state;
    const result = resultOf(this.state);
    this.#changed = Date.now();
    const changing = { changed: this.#changed, clocks: this.#clocks, events: this.#events };
    const hints = this.#hints > 0 ? { hints: this.#hints } : {};
    this.#isKept = save({ ...this.saved, ...changing, ...hints, fen, turns: turns.length, result });
  }
}
