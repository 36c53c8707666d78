// Everything that the screen of a study shows and can be asked to do; its components and its keys share it.
import { asWhite, chance } from '../../analysis/chances.ts';
import { drawLines, drawThreat, drawTurn } from '../../analysis/line_drawing.ts';
import { EngineLines, type Found } from '../../analysis/lines.svelte.ts';
import type { Mistake } from '../../analysis/mistake.ts';
import { MistakeReplay } from '../../analysis/mistake_replay.svelte.ts';
import { drawMarks } from '../../analysis/own_marks.ts';
import { OpeningExplorer } from '../../analysis/opening_explorer.svelte.ts';
import { OwnPen } from '../../analysis/own_pen.svelte.ts';
import { drawOverlay, type OverlayName } from '../../analysis/overlays.ts';
import { PlayThrough } from '../../analysis/play_through.svelte.ts';
import { otherToMove, Prover, type PlacementProof, type Proof } from '../../analysis/prover.svelte.ts';
import { ReviewSession } from '../../analysis/review_session.svelte.ts';
import type { Study } from '../../analysis/study.svelte.ts';
import { START_ID, Tree } from '../../analysis/tree.ts';
import { ThreatFinder } from '../../analysis/threat.svelte.ts';
import type { Annotation } from '../../board/annotation.ts';
import { startEngine } from '../../engine/browser.ts';
import type { EngineClient } from '../../engine/client.ts';
import { readFen } from '../../engine/fen.ts';
import { other, type Action, type Colour, type Square } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import { keepOwnPuzzles } from '../../puzzles/own_puzzles.ts';

export type SheetName = 'more' | 'share' | 'open' | 'note' | 'play' | 'keys';

export type Tab = 'moves' | 'openings' | 'review' | 'explain';

/** More engines at once would heat a phone rather than help. */
const MOST_REVIEWERS = 3;

async function reviewers(module: WebAssembly.Module): Promise<EngineClient[]> {
  const count = Math.max(1, Math.min(MOST_REVIEWERS, navigator.hardwareConcurrency));
  return Promise.all(Array.from({ length: count }, () => startEngine(module)));
}

export interface ViewOptions {
  readonly module: WebAssembly.Module;
  readonly study: Study;
  /** The colour that is one's own in this game. */
  readonly own: Colour | null;
  readonly tab: Tab;
}

/** Who hears how mistakes are put right, and when all are through. */
export interface ReplayListener {
  readonly onresult?: (mistake: Mistake, isRight: boolean) => void;
  readonly onend?: () => void;
}

export class ViewState {
  /** The game or position that is looked at. */
  readonly main: Study;
  readonly lines: EngineLines;
  readonly prover: Prover;
  readonly session: ReviewSession;
  readonly player: PlayThrough;
  readonly threat: ThreatFinder;
  readonly pen: OwnPen;
  readonly openings: OpeningExplorer;
  readonly #module: WebAssembly.Module;
  #onend: (() => void) | undefined;
  tab = $state<Tab>('moves');
  sheet = $state<SheetName | null>(null);
  overlay = $state<OverlayName | null>(null);
  /** The opening that is pointed at, drawn on the board. */
  opening = $state.raw<readonly Action[] | null>(null);
  /** The tile that was pointed at last. */
  pointed = $state<Square | null>(null);
  /** The mistakes that are replayed; null while none are. */
  replay = $state.raw<MistakeReplay | null>(null);
  /** For the ear. */
  announcement = $state('');

  constructor({ module, study, own, tab }: ViewOptions) {
    this.#module = module;
    this.main = study;
    this.tab = tab;
    this.lines = new EngineLines(module);
    this.prover = new Prover(module);
    this.session = new ReviewSession({ engines: () => reviewers(module), own, onpuzzles: keepOwnPuzzles });
    this.player = new PlayThrough(study);
    this.threat = new ThreatFinder(() => this.prover.client);
    this.pen = new OwnPen(study);
    this.openings = new OpeningExplorer(module);
  }

  /** What is on the board: mistakes have a board of their own. */
  readonly study: Study = $derived.by(() => this.replay?.study ?? this.main);
  readonly found: Found | null = $derived.by(() =>
    this.replay === null && this.lines.found?.key === this.main.node.key ? this.lines.found : null,
  );
  readonly proof: Proof | null = $derived.by(() => this.prover.proofOf(this.main.node.key, this.main.fields.actor));
  /** What is proven for the player who is not to move. */
  readonly otherProof: Proof | null = $derived.by(() =>
    this.main.fields.hands.length > 0 ? null : this.prover.proofOf(this.main.node.key, other(this.main.fields.actor)),
  );
  readonly placements: PlacementProof | null = $derived.by(() => this.prover.placementsOf(this.main.node.key));

  /** White's chances in points; null while nobody knows. */
  readonly white: number | null = $derived.by(() => {
    const { outcome } = this.study.state;
    if (outcome) return outcome.winner === null ? 50 : outcome.winner === 'white' ? 100 : 0;
    if (this.replay !== null) return null;
    if (this.proof?.win) return this.proof.player === 'white' ? 100 : 0;
    const score = this.found?.lines[0]?.score;
    return score === undefined ? null : chance(asWhite(score, this.study.fields.actor));
  });

  readonly annotations: readonly Annotation[] = $derived.by(() => {
    const { choice } = this.study;
    if (choice.phase === 'target' || (choice.phase === 'place' && choice.square !== null)) return [];
    if (this.replay !== null) return drawEscapes(this.replay);
    return [...this.#findings(), ...this.#ownMarks()];
  });

  #findings(): readonly Annotation[] {
    const { main, threat } = this;
    const { fen, key } = main.node;
    const pathsOf: Study['pathsOf'] = (at, move) => main.pathsOf(at, move);
    if (this.opening !== null) return drawTurn(fen, this.opening, pathsOf);
    if (this.overlay !== null) return drawOverlay(this.overlay, main, fen, this.pointed);
    if (threat.found?.key === key) return drawThreat(threat.found, pathsOf);
    if (main.drawn.length > 0) return main.drawn;
    if (this.placements !== null) return drawPlacements(this.placements);
    return this.found === null ? [] : drawLines(fen, this.found.lines, this.lines.count, pathsOf);
  }

  #ownMarks(): Annotation[] {
    const { main } = this;
    return drawMarks(main.ownMarks, main.fields.cells, (move) => main.pathsOf(main.node.fen, move));
  }

  // -- what can be done --------------------------------------------------------------------------------------------

  prove(): void {
    if (this.main.state.outcome !== null) return;
    const { fen, key } = this.main.node;
    this.#watch(this.prover.prove({ fen, key, actor: this.main.fields.actor }));
  }

  /** As if it were the other player's turn. */
  proveOther(): void {
    const { fen, key } = this.main.node;
    const turned = otherToMove({ fen, key, actor: this.main.fields.actor });
    if (turned !== null && this.main.state.outcome === null) this.#watch(this.prover.prove(turned));
  }

  /** Which placements keep the win that is proven. */
  countPlacements(): void {
    const turns = this.proof?.win ?? null;
    if (turns !== null && this.main.fields.hands.length > 0)
      this.#watch(this.prover.countPlacements(this.main.node, turns));
  }

  #watch(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.announcement = say('problem.engine', { problem: error instanceof Error ? error.message : String(error) });
    });
  }

  review(): void {
    this.tab = 'review';
    void this.session.run(this.main.tree);
  }

  replayMistakes(mistakes: readonly Mistake[], { onresult, onend }: ReplayListener = {}): void {
    if (mistakes.length === 0) return;
    this.player.stop();
    this.pen.putAway();
    this.#onend = onend;
    this.replay = new MistakeReplay({
      module: this.#module,
      client: () => this.prover.client,
      mistakes,
      ...(onresult ? { onresult } : {}),
    });
  }

  endReplay(): void {
    this.replay?.close();
    this.replay = null;
    this.#onend?.();
    this.#onend = undefined;
  }

  /** Leaves the mistakes, and looks at the one under way with what was tried. */
  lookCloser(): void {
    const { replay, main } = this;
    const fen = replay?.current?.fen;
    if (!replay || fen === undefined) return;
    const tried = replay.study.tree.actionsTo(replay.study.at);
    this.#onend = undefined;
    this.endReplay();
    const node = [...main.tree.nodes()].find((one) => one.fen === fen);
    if (node) main.go(node.id);
    else main.replace(Tree.begin(main.rules, fen));
    for (const action of tried) main.play(action);
    this.tab = 'moves';
  }

  /** Goes to a node and draws this there, in place of all that was found, until one goes elsewhere. */
  drawAt(id: number, drawn: readonly Annotation[]): void {
    this.overlay = null;
    this.threat.isOn = false;
    this.main.go(id);
    this.main.drawn = drawn;
  }

  /** Plays the rest of a turn from the opening table. */
  playOpening(actions: readonly Action[]): void {
    this.opening = null;
    for (const action of actions) this.main.play(action);
  }

  /** The best action of the first line. */
  playBest(): void {
    const best = this.found?.lines[0]?.actions[0];
    if (best) this.main.play(best);
  }

  /** To the next action with a mark of the review, or the one before. */
  goToMistake(step: 1 | -1): void {
    const line = this.main.tree.lineFrom(START_ID).map(({ id }) => id);
    const marks = this.session.marks;
    const isBad = (id: number): boolean => marks.has(id) && marks.get(id) !== '!';
    const here = line.indexOf(this.main.at);
    const next = step > 0 ? line.slice(here + 1).find(isBad) : line.slice(0, Math.max(0, here)).findLast(isBad);
    if (next !== undefined) this.main.go(next);
  }

  /** How many points the action that led here cost beside the best; null where nobody knows. */
  get difference(): number | null {
    const { node, tree } = this.main;
    if (node.parent === null) return null;
    const reviewed = this.session.review?.actions.find(({ id }) => id === node.id);
    if (reviewed) return reviewed.loss;
    const parent = tree.node(node.parent);
    const [before] = this.lines.knownOf(parent.key)?.lines ?? [];
    if (before === undefined || this.white === null) return null;
    const now = readFen(parent.fen).actor === 'white' ? this.white : 100 - this.white;
    return Math.max(0, chance(before.score) - now);
  }

  close(): void {
    this.player.stop();
    this.replay?.close();
    this.session.stop();
    this.lines.close();
    this.prover.close();
  }
}

/** Where a tile that should be blocked can still run. */
function drawEscapes({ state, answer }: MistakeReplay): Annotation[] {
  if (state !== 'wrong') return [];
  return (answer?.escapes ?? []).map((squares) => ({
    kind: 'path',
    squares,
    tone: 'takes',
    weight: 'full',
    target: 'empty',
  }));
}

function drawPlacements({ squares }: PlacementProof): Annotation[] {
  return squares
    .filter(({ right }) => right > 0)
    .flatMap(({ square, right, all }): Annotation[] => [
      { kind: 'tint', square, tone: 'heat', strength: right / all },
      { kind: 'label', square, text: String(right) },
    ]);
}
