// A game on the server. What was decided here is shown at once and marked until the server has confirmed it; what the
// server says always counts.
import type { GameEvent, GameState } from '../engine/game.ts';
import type { Colour, Square } from '../engine/vocabulary.ts';
import { say } from '../languages/language.svelte.ts';
import { refusalWords } from '../languages/rejections.ts';
import { nameWords } from '../languages/words.ts';
import { dialler, TIMING } from '../online/browser_wire.ts';
import { GameSocket, type Wish } from '../online/game_socket.ts';
import type { AnyEvent, Me, Player, Presence, Standing, State } from '../online/messages.ts';
import { isFast, left, type Times } from './clock.ts';
import { Table, type Offer, type Question, type Sitter } from './table.svelte.ts';

/** The events that say no to somebody. */
const DECLINED: Readonly<Partial<Record<AnyEvent['t'], Offer>>> = {
  draw_declined: 'draw',
  take_back_declined: 'take back',
  rematch_declined: 'rematch',
};

export class OnlineTable extends Table {
  readonly #me: Me;
  readonly #initial: State;
  readonly #socket: GameSocket;
  #game = $state.raw<State | null>(null);
  isConnected = $state(false);
  presence = $state.raw<Presence | null>(null);
  /** The rematch that has just been agreed on. */
  rematch = $state<string | null>(null);
  /** Whether the server knows the game no longer, or never did. */
  isGone = $state(false);
  #shift = $state(0);
  #pendingId: string | null = null;
  #actions: string[] = [];

  constructor(module: WebAssembly.Module, game: State, me: Me) {
    super(module);
    this.#me = me;
    this.#game = game;
    this.#initial = game;
    this.#shift = game.now - Date.now();
    this.#rebuild(game.actions);
    this.motion = null;
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
        presence: (presence) => (this.presence = presence),
        connected: (isConnected) => (this.isConnected = isConnected),
        acknowledged: (id) => {
          if (id === this.#pendingId) this.#settle();
        },
        rejected: ({ id, code, sentence }) => {
          if (id === this.#pendingId) this.#settle();
          this.notice = { told: refusalWords(code, sentence) };
          this.#rebuild(this.game.actions);
        },
        gone: () => (this.isGone = true),
      },
      TIMING,
    );
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#wake);
  }

  /** The whole game as the server told it last. */
  get game(): State {
    return this.#game ?? this.#initial;
  }

  get standing(): Standing {
    return this.game.standing;
  }

  get mine(): readonly Colour[] {
    const { white, brown } = this.game.seats;
    const isMe = (player: Player | null): boolean => player?.id === this.#me.player.id;
    return [...(isMe(white) ? (['white'] as const) : []), ...(isMe(brown) ? (['brown'] as const) : [])];
  }

  get isOpener(): boolean {
    return this.game.opener.id === this.#me.player.id;
  }

  get sitters(): Readonly<Record<Colour, Sitter>> {
    const sitter = (colour: Colour): Sitter => {
      const player = this.game.seats[colour];
      const connected = this.presence?.[colour];
      const name = player === null ? say('nobody') : this.mine.includes(colour) ? say('you') : nameWords(player);
      return { name, computer: player?.bot ?? false, ...(connected === undefined ? {} : { connected }) };
    };
    return { white: sitter('white'), brown: sitter('brown') };
  }

  get times(): Times | null {
    return this.standing.clocks;
  }

  get clockShift(): number {
    return this.#shift;
  }

  get mayTakeBack(): boolean {
    const { terms, standing } = this.game;
    if (!terms.take_backs || standing.status !== 'playing' || standing.take_back !== null) return false;
    return this.steps.some(({ player }) => this.mine.includes(player));
  }

  get confirmWanted(): boolean {
    const { clock } = this.game.terms;
    if (clock === null || this.times === null) return true;
    return !isFast(clock) && left(this.times, this.now.actor, Date.now() + this.#shift) > 15_000;
  }

  override get questions(): readonly { kind: Question; by: Colour }[] {
    const { take_back, rematch, next_game } = this.standing;
    return [
      ...(take_back === null ? [] : [{ kind: 'take back' as const, by: take_back }]),
      ...(rematch === null || next_game !== null ? [] : [{ kind: 'rematch' as const, by: rematch }]),
    ];
  }

  // -- what people do ----------------------------------------------------------------------------------------------

  send(event: GameEvent): void {
    this.notice = null;
    const id = this.#socket.command(wishOf(event));
    if (event === 'back' || event.includes(' ')) return;
    // An action: shown at once.
    this.#pendingId = id;
    this.pending = event;
    this.rules.apply(event);
    this.#actions.push(event);
    this.refresh();
  }

  takeBack(): void {
    this.#socket.command({ t: 'ask_take_back' });
  }

  offerRematch(): void {
    this.#socket.command({ t: 'offer_rematch' });
  }

  withdraw(): void {
    this.#socket.command({ t: 'withdraw' });
  }

  answer(kind: Question, accepts: boolean): void {
    if (kind === 'take back') this.#socket.command({ t: accepts ? 'accept_take_back' : 'decline_take_back' });
    if (kind === 'rematch') this.#socket.command({ t: accepts ? 'accept_rematch' : 'decline_rematch' });
  }

  leave(): void {
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

  #takeState(state: State): void {
    this.#settle();
    this.#shift = state.now - Date.now();
    this.#take(state);
  }

  #takeEvent(event: AnyEvent): void {
    const { game } = this;
    const seats = event.t === 'joined' ? event.seats : game.seats;
    const wasMine = this.mine;
    const actions =
      event.t === 'acted'
        ? [...game.actions, event.action]
        : event.t === 'took_back'
          ? game.actions.slice(0, event.keeps)
          : game.actions;
    this.notice = null;
    this.#take({ ...game, seq: event.seq, seats, actions, standing: event.standing });
    const declined = DECLINED[event.t];
    if (declined && event.by && this.mine.length > 0 && !this.mine.includes(event.by))
      this.notice = { declined, by: event.by };
    if (event.t === 'rematch_agreed' && this.mine.length > 0) this.rematch = event.standing.next_game;
    if (wasMine.length === 0 && this.mine[0]) this.orientation = this.mine[0];
  }

  #take(game: State): void {
    this.#game = game;
    const shown = this.#actions;
    const isAhead = this.pending !== null && shown.length === game.actions.length + 1;
    if (isAhead && game.actions.every((action, index) => action === shown[index])) {
      this.refresh(); // the server has not got to our own action yet
      return;
    }
    const isNext =
      game.actions.length === shown.length + 1 && shown.every((action, index) => action === game.actions[index]);
    const next = game.actions.at(-1);
    if (isNext && next !== undefined && this.standing.duty === null) {
      this.rules.apply(next);
      shown.push(next);
      this.refresh();
    } else if (shown.length === game.actions.length && shown.every((action, index) => action === game.actions[index])) {
      this.#rebuildIfBound();
    } else {
      this.#rebuild(game.actions);
    }
  }

  #settle(): void {
    this.#pendingId = null;
    this.pending = null;
    this.restart();
  }

  #rebuildIfBound(): void {
    if (this.standing.duty === null && this.standing.touched.length === 0) this.refresh();
    else this.#rebuild(this.game.actions);
  }

  /** Plays the game again from its start, with the draw that was declined, so that the rules know the duty. */
  #rebuild(actions: readonly string[]): void {
    const { start, terms, standing } = this.game;
    const { duty, offer, touched } = standing;
    this.rules.begin(start, terms.touch_move);
    const claim = (): void => {
      const turns = this.rules.state();
      const complete = turns.turns.length - (turns.fen.includes(' - ') ? 0 : 1);
      if (duty?.refused_after !== complete || turns.mayClaim === null) return;
      this.rules.apply(`claim ${turns.mayClaim}`);
      if (offer === null) this.rules.apply(`decline ${turns.mayClaim === 'white' ? 'brown' : 'white'}`);
    };
    for (const action of actions) {
      this.rules.apply(action);
      if (duty !== null) claim();
    }
    for (const square of touched) this.rules.apply(`touch ${square}`);
    this.#actions = [...actions];
    this.refresh();
  }

  /** The rules tell what may be done, the server how the game stands. */
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
      offer: offer && { player: offer.by, duty: offer.kind === 'repetition' ? duty : null },
      duty,
      mayClaim: repetition,
    };
  }
}

function wishOf(event: GameEvent): Wish {
  const [word, about] = event.split(' ');
  switch (word) {
    case 'touch':
      return { t: 'touch', square: about ?? '' };
    case 'offer':
      return { t: 'offer_draw', kind: 'agreement' };
    case 'claim':
      return { t: 'offer_draw', kind: 'repetition' };
    case 'accept':
      return { t: 'accept_draw' };
    case 'decline':
      return { t: 'decline_draw' };
    case 'resign':
      return { t: 'resign' };
    case 'back':
      return { t: 'ask_take_back' };
    default:
      return { t: 'act', action: event };
  }
}
