// A game on the server. What was decided here is shown at once and marked until the server has confirmed it; what the
// server says always counts.
import { readFen } from '../engine/fen.ts';
import type { GameEvent, GameState } from '../engine/game.ts';
import { COLOURS, type Colour, type Square } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import { rejectionWords } from '../languages/rejections.ts';
import { NAMELESS, nameWords, type Offer } from '../languages/words.ts';
import { fileAddress } from '../online/api.ts';
import { dialler, TIMING } from '../online/browser_socket.ts';
import { afterEvent, commandOf, eventsOf, type ServerState } from '../online/event_texts.ts';
import { GameSocket } from '../online/game_socket.ts';
import type { AnyEvent, Duty, Me, NoResult, Presence, Standing } from '../online/messages.ts';
import { noteTablePosition } from '../online/table_positions.ts';
import { mayGoOn } from './choice.ts';
import { isFast, left, type Clocks } from './clock.ts';
import {
  Table,
  type AbsentOpponent,
  type Connection,
  type FirstTurn,
  type Invitation,
  type OpenRequest,
  type Rematch,
  type SeatedPlayer,
  type Sharing,
} from './table.svelte.ts';

/** The events that say no to somebody. */
const DECLINED: Readonly<Partial<Record<AnyEvent['t'], Offer>>> = {
  draw_declined: 'draw',
  take_back_declined: 'take_back',
  rematch_declined: 'rematch',
};

export class OnlineTable extends Table {
  readonly #me: Me;
  readonly #initial: ServerState;
  readonly #socket: GameSocket;
  #game = $state.raw<ServerState | null>(null);
  #isConnected = $state(false);
  #isGone = $state(false);
  #presence = $state.raw<Presence | null>(null);
  #shift = $state(0);
  #pendingId: string | null = null;
  /** What the rules were given, an own action that the server has not confirmed included. */
  #applied: readonly string[] = [];

  constructor(module: WebAssembly.Module, game: ServerState, me: Me) {
    super(module);
    this.#me = me;
    this.#game = game;
    this.#initial = game;
    this.#shift = game.now - Date.now();
    this.#replay(eventsOf(game));
    this.#notePosition();
    this.lastStep = null;
    this.orientation = this.mine[0] ?? 'white';
    this.#socket = new GameSocket(
      dialler(game.game),
      {
        hello: ({ now }) => (this.#shift = now - Date.now()),
        state: (state) => {
          this.#takeState(state);
        },
        event: (event) => {
          this.#takeEvent(event);
        },
        presence: (presence) => (this.#presence = presence),
        connected: (isConnected) => (this.#isConnected = isConnected),
        acknowledged: (id) => {
          if (id === this.#pendingId) this.#settle();
        },
        rejected: ({ id, code, sentence }) => {
          if (id === this.#pendingId) this.#settle();
          this.notice = { sentence: rejectionWords(code, sentence) };
          this.#replay(eventsOf(this.game));
        },
        gone: () => (this.#isGone = true),
      },
      TIMING,
    );
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#wake);
  }

  /** The whole game as the server knows it. */
  get game(): ServerState {
    return this.#game ?? this.#initial;
  }

  get standing(): Standing {
    return this.game.standing;
  }

  get mine(): readonly Colour[] {
    return COLOURS.filter((colour) => this.game.seats[colour]?.id === this.#me.player.id);
  }

  get players(): Readonly<Record<Colour, SeatedPlayer>> {
    const seated = (colour: Colour): SeatedPlayer => {
      const player = this.game.seats[colour];
      const isConnected = this.#isHere(colour);
      const name = player === null ? say('nobody') : this.mine.includes(colour) ? say('you') : nameWords(player);
      return { name, isComputer: player?.bot ?? false, ...(isConnected === undefined ? {} : { isConnected }) };
    };
    return { white: seated('white'), brown: seated('brown') };
  }

  override nameOf(colour: Colour): string {
    const player = this.game.seats[colour];
    return player === null || player.name === NAMELESS ? say(colour) : player.name;
  }

  /** Whether a player is connected; without a connection of one's own nobody knows of the others. */
  #isHere(colour: Colour): boolean | undefined {
    if (this.#presence === null) return undefined;
    if (this.#isConnected) return this.#presence[colour];
    return this.mine.includes(colour) ? false : undefined;
  }

  override get connection(): Connection {
    return { isConnected: this.#isConnected, isGone: this.#isGone, watchers: this.#presence?.watchers ?? 0 };
  }

  /** A running game in which one plays is not analysed: that would be help against the opponent. */
  override get analysis(): `/${string}` | 'later' {
    return this.isOver || this.mine.length === 0 ? `/analyse/game/${this.game.game}` : 'later';
  }

  override get rematch(): Rematch | null {
    const { next_game } = this.standing;
    if (this.noResult !== null || (next_game === null && this.you === null)) return null;
    return {
      address: next_game === null ? null : `/game/${next_game}`,
      isPossible: this.requests.length === 0,
      request: () => {
        this.#socket.command({ t: 'offer_rematch' });
      },
    };
  }

  override get sharing(): Sharing {
    const { game } = this.game;
    return { link: `${location.origin}/game/${game}`, file: fileAddress(game) };
  }

  override get invitation(): Invitation | null {
    const { status } = this.standing;
    if (status !== 'open' && status !== 'withdrawn') return null;
    return {
      game: this.game,
      isOpener: this.game.opener.id === this.#me.player.id,
      isWithdrawn: status === 'withdrawn',
      withdraw: () => {
        this.#socket.command({ t: 'withdraw' });
      },
    };
  }

  override get noResult(): NoResult | null {
    return this.standing.no_result ?? null; // older servers leave it out
  }

  override get abort(): (() => void) | null {
    // White's first turn is the first, Brown's the second.
    const own = this.you === 'white' ? 1 : 2;
    const { turns, fen } = this.state;
    const completed = turns.length - (readFen(fen).hands.length > 0 ? 1 : 0);
    if (this.standing.status !== 'playing' || this.you === null || completed >= own) return null;
    return () => {
      this.#socket.command({ t: 'abort' });
    };
  }

  override get absentOpponent(): AbsentOpponent | null {
    const claimAt = this.#presence?.claim_at ?? null;
    const { actor } = this.standing;
    if (claimAt === null || actor === null || this.you === null || actor === this.you) return null;
    const claim: AbsentOpponent['claim'] = (kind) => {
      this.#socket.command({ t: 'claim', kind });
    };
    return { colour: actor, claimAt, claim };
  }

  override get firstTurn(): FirstTurn | null {
    const { actor, clocks } = this.standing;
    const within = clocks?.begin_within ?? null;
    if (actor === null || clocks === null || within === null) return null;
    return { colour: actor, dueAt: clocks.at + Math.min(within, clocks[actor]) };
  }

  override get expiresAt(): number | null {
    return this.standing.status === 'playing' ? (this.game.expires_at ?? null) : null;
  }

  override get clocks(): Clocks | null {
    return this.standing.clocks;
  }

  override get clockShift(): number {
    return this.#shift;
  }

  override get mayTakeBack(): boolean {
    const { terms, standing } = this.game;
    if (!terms.take_backs || standing.status !== 'playing' || standing.take_back !== null) return false;
    return this.steps.some(({ player }) => this.mine.includes(player));
  }

  override get hasTimeToConfirm(): boolean {
    const { clock } = this.game.terms;
    if (clock === null || this.clocks === null) return true;
    return !isFast(clock) && left(this.clocks, this.now.actor, Date.now() + this.#shift) > 15_000;
  }

  override get requests(): readonly OpenRequest[] {
    const { take_back, rematch, next_game } = this.standing;
    const open = (kind: OpenRequest['kind'], by: Colour | null): OpenRequest[] => {
      const answer = (accepts: boolean): void => {
        this.#socket.command({ t: `${accepts ? 'accept' : 'decline'}_${kind}` });
      };
      return by === null ? [] : [{ kind, by, answer }];
    };
    return [...open('take_back', take_back), ...open('rematch', next_game === null ? rematch : null)];
  }

  // -- what people do ----------------------------------------------------------------------------------------------

  send(event: GameEvent): void {
    this.notice = null;
    const command = commandOf(event);
    const id = this.#socket.command(command);
    if (command.t !== 'act') return;
    // An action is shown at once.
    this.#pendingId = id;
    this.pending = event;
    this.rules.apply(event);
    this.#applied = [...this.#applied, event];
    this.refresh();
  }

  override takeBack(): void {
    this.#socket.command({ t: 'ask_take_back' });
  }

  override leave(): void {
    this.#socket.close();
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#wake);
  }

  readonly #drop = (): void => {
    this.#socket.drop();
  };

  readonly #wake = (): void => {
    if (document.visibilityState === 'visible') this.#socket.nudge();
  };

  // -- what the server says ----------------------------------------------------------------------------------------

  #takeState(state: ServerState): void {
    this.#settle();
    this.#shift = state.now - Date.now();
    this.#take(state);
  }

  #takeEvent(event: AnyEvent): void {
    const wasMine = this.mine;
    this.notice = null;
    this.#take(afterEvent(this.game, event));
    const declined = DECLINED[event.t];
    if (declined && event.by && this.mine.length > 0 && !this.mine.includes(event.by))
      this.notice = { declined, by: event.by };
    const { next_game } = event.standing;
    if (event.t === 'rematch_agreed' && this.mine.length > 0 && next_game !== null) this.next = `/game/${next_game}`;
    if (wasMine.length === 0 && this.mine[0]) this.orientation = this.mine[0];
  }

  #take(game: ServerState): void {
    this.#game = game;
    const events = eventsOf(game);
    const isConfirmed = this.pending === null || game.actions.at(-1) === this.pending;
    this.#replay(isConfirmed ? events : [...events, this.pending ?? '']);
    this.#notePosition();
  }

  /** For the other tabs: nobody shall analyse it there. */
  #notePosition(): void {
    const { fen, status } = this.standing;
    const isPlayed = status === 'playing' && this.mine.length > 0;
    noteTablePosition(this.game.game, isPlayed ? { fen, turns: this.state.turns.length } : null);
  }

  #settle(): void {
    if (this.pending === null) return; // what is being chosen stays
    this.#pendingId = null;
    this.pending = null;
    this.restart();
  }

  /** Makes the rules' game one with these events: plays on where it can, begins again where it must. */
  #replay(events: readonly string[]): void {
    const follows = this.#applied.length > 0 && this.#applied.every((event, index) => event === events[index]);
    if (!follows) {
      this.rules.begin(this.game.start, this.game.terms.touch_move);
      this.#applied = [];
    }
    for (const event of events.slice(this.#applied.length)) {
      // Something else may have come before an own action, so that it is no longer possible; the server will say so.
      if (event === this.pending && this.rules.explain(event) !== null) continue;
      this.rules.apply(event);
      this.#applied = [...this.#applied, event];
    }
    const { choice, steps } = this;
    const { fen } = this.state;
    this.refresh();
    // The server repeats what is known, or says what changes nothing on the board: no tap must be lost by that.
    const isSame = this.state.fen === fen && this.steps.length === steps.length;
    if (isSame && mayGoOn(choice, this.options)) this.choice = choice;
  }

  /** The rules say what may be done, the server how the game stands. */
  protected override readState(): GameState {
    const state = this.rules.state();
    const { outcome, offer, duty, repetition, status, touched } = this.standing;
    const isPlaying = status === 'playing';
    return {
      ...state,
      moves: isPlaying ? state.moves : [],
      placements: isPlaying ? state.placements : [],
      touched: touched as readonly Square[],
      outcome,
      offer: offer && { player: offer.by, duty: offer.kind === 'repetition' && duty ? dutyOf(duty) : null },
      duty: duty && dutyOf(duty),
      may_claim: repetition,
    };
  }
}

/** The protocol calls a field otherwise. */
function dutyOf({ refused_after, ...duty }: Duty): GameState['duty'] {
  return { ...duty, declined_after: refused_after };
}
