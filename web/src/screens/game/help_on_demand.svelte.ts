// Hints and threats of a game at this device, loaded when they are first asked for. None for a running online game of one's
// own, however it got here: that would be help against the opponent.
import type { Annotation } from '../../board/annotation.ts';
import { say } from '../../languages/language.svelte.ts';
import { RunningPositions } from '../../online/running_positions.svelte.ts';
import type { Table } from '../../play/table.svelte.ts';
import type { Help } from './help.svelte.ts';

export class HelpOnDemand {
  readonly #table: Table;
  #help = $state.raw<Help | null>(null);
  #loading: Promise<Help> | undefined;
  readonly #running = new RunningPositions();
  /** Whether this is a running online game of one's own, opened from a file or played after. */
  readonly isWithheld: boolean = $derived.by(() => {
    const { hints, state } = this.#table;
    return hints !== null && this.#running.hasAny([state.start, ...state.steps.map(({ fen }) => fen)]);
  });

  constructor(table: Table) {
    this.#table = table;
  }

  /** What the next step of a hint is; null where all of it was given, or none can be given now. */
  get nextStep(): 'first' | 'second' | null {
    const { hints, isYours, isPast } = this.#table;
    if (hints === null || !isYours || isPast || this.#help?.isThinking) return null;
    const given = this.#help?.hint ?? null;
    if (given === null) return 'first';
    return given.step === 1 ? 'second' : null;
  }

  get sentence(): string {
    return this.#help?.sentence ?? '';
  }

  get annotations(): readonly Annotation[] {
    return this.#help?.annotations ?? [];
  }

  ask(): void {
    if (this.nextStep === null) return;
    if (this.isWithheld) this.#table.notice = { sentence: say('hint.running') };
    else this.#with((help) => help.ask());
  }

  /** Hears of online games as long as the game is shown; gives what ends that. */
  watchRunningGames(): () => void {
    return this.#table.hints === null ? () => undefined : this.#running.follow();
  }

  /** To be called when the game has gone on. */
  follow(): void {
    if (this.#table.hints !== null) this.#running.refreshSoon();
    this.#help?.follow();
  }

  lookForThreats(): void {
    if (this.isWithheld) return;
    this.#with((help) => help.lookForThreats());
  }

  hideThreats(): void {
    this.#help?.hideThreats();
  }

  #with(act: (help: Help) => Promise<void>): void {
    this.#load()
      .then(act)
      .catch((error: unknown) => {
        this.#loading = undefined; // the net may be back next time
        const problem = error instanceof Error ? error.message : String(error);
        this.#table.notice = { sentence: say('problem.engine', { problem }) };
      });
  }

  #load(): Promise<Help> {
    this.#loading ??= import('./help.svelte.ts').then(async ({ Help: Loaded }) => {
      this.#help = await Loaded.for(this.#table);
      return this.#help;
    });
    return this.#loading;
  }
}
