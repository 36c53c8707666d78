// A game or a position that is being looked at: its tree of variations, where one is in it, and what is being chosen.
import type { Annotation } from '../board/annotation.ts';
import type { Input } from '../board/input.ts';
import type { Path } from '../board/types.ts';
import { Engine } from '../engine/engine.ts';
import { readFen, type Fields } from '../engine/fen.ts';
import { Game, type GameState, type Objection } from '../engine/game.ts';
import type { Action, Cell, Colour, Square } from '../engine/vocabulary.ts';
import type { ActionProblem } from '../languages/words.ts';
import { begin, choose, type Choice, type Options } from '../play/choice.ts';
import type { Looked } from './lines.svelte.ts';
import { readMarks, withMark, type OwnMark } from './own_marks.ts';
import { START_ID, type Reached, type Tree, type TreeNode } from './tree.ts';

/** The action that led to a position, for the board to show it moving. */
export interface Shown {
  readonly serial: number;
  readonly action: Action;
  readonly player: Colour;
  readonly captured: Cell | null;
  readonly paths: readonly Path[];
}

const MOST_UNDONE = 50;

export class Study {
  readonly rules: Game;
  readonly engine: Engine;
  // eslint-disable-next-line @typescript-eslint/non-nullable-type-assertion-style -- the constructor sets it at once
  #tree = $state.raw<Tree>() as Tree;
  #at = $state(START_ID);
  orientation = $state<Colour>('white');
  choice = $state.raw<Choice>({ phase: 'wait' });
  /** Why the last input was not accepted. */
  objection = $state.raw<Objection | ActionProblem | null>(null);
  shown = $state.raw<Shown | null>(null);
  /** What is drawn on the board until one goes elsewhere. */
  drawn = $state.raw<readonly Annotation[]>([]);
  /** Takes what is played instead of the tree, while something is asked for. */
  intercept: ((action: Action) => void) | null = null;
  #past = $state.raw<readonly { readonly tree: Tree; readonly at: number }[]>([]);

  constructor(module: WebAssembly.Module, tree: Tree, at = START_ID) {
    this.rules = new Game(module);
    this.engine = new Engine(module);
    this.#tree = tree;
    this.#at = tree.has(at) ? at : START_ID;
    this.#restart();
  }

  get tree(): Tree {
    return this.#tree;
  }

  get at(): number {
    return this.#at;
  }

  readonly node: TreeNode = $derived(this.#tree.node(this.#at));
  readonly fields: Fields = $derived(readFen(this.node.fen));
  /** What the rules say of the position alone: whatever was repeated, everything may be looked at. */
  readonly state: GameState = $derived.by(() => {
    this.rules.begin(this.node.fen);
    return this.rules.state();
  });
  /** What the engine is asked about; null where the game is over. */
  readonly looked: Looked | null = $derived.by(() => {
    if (this.state.outcome !== null) return null;
    const { fen, key } = this.node;
    const actions = this.#tree.actionsTo(this.#at);
    return { start: this.#tree.start.fen, actions, fen, key, isPlacing: this.fields.hands.length > 0 };
  });
  /** The actions of the turn that ended last, or is under way. */
  readonly lastTurn: readonly TreeNode[] = $derived.by(() => {
    const path = this.#tree.pathTo(this.#at).slice(1);
    const begin = path.findLastIndex(({ action }) => !action.startsWith('@'));
    return path.slice(Math.max(0, begin));
  });
  readonly ownMarks: readonly OwnMark[] = $derived(readMarks(this.node.after));
  readonly isChanged: boolean = $derived(this.#past.length > 0);

  get options(): Options {
    const { moves, placements } = this.state;
    return { moves, placements, confirm: false, touched: [] };
  }

  // -- going through it --------------------------------------------------------------------------------------------

  go(id: number): void {
    const isStep = this.#tree.has(id) && this.#tree.node(id).parent === this.#at;
    this.#at = this.#tree.has(id) ? id : START_ID;
    this.#restart();
    if (isStep) this.#show();
  }

  back(): void {
    this.go(this.node.parent ?? START_ID);
  }

  forward(): void {
    const [next] = this.node.children;
    if (next !== undefined) this.go(next);
  }

  /** To where the turn before began, or the next one ends. */
  turnBack(): void {
    let { node } = this;
    do node = this.#tree.node(node.parent ?? START_ID);
    while (node.parent !== null && readFen(node.fen).hands.length > 0);
    this.go(node.id);
  }

  turnForward(): void {
    let { node } = this;
    do node = this.#tree.node(node.children[0] ?? node.id);
    while (node.children.length > 0 && readFen(node.fen).hands.length > 0);
    this.go(node.id);
  }

  first(): void {
    this.go(START_ID);
  }

  last(): void {
    this.go(this.#tree.lineFrom(this.#at).at(-1)?.id ?? START_ID);
  }

  /** To the next or the previous of the actions that could be played instead of this one. */
  sibling(step: 1 | -1): void {
    const { parent, id } = this.node;
    if (parent === null) return;
    const { children } = this.#tree.node(parent);
    const next = children[children.indexOf(id) + step];
    if (next !== undefined) this.go(next);
  }

  /** To where the line left the main one. */
  mainLine(): void {
    let { node } = this;
    while (!this.#tree.isMain(node.id) && node.parent !== null) node = this.#tree.node(node.parent);
    this.go(node.id);
  }

  // -- playing -----------------------------------------------------------------------------------------------------

  input(input: Input): void {
    this.objection = null;
    const chosen = choose(this.choice, input, this.options);
    this.choice = chosen.choice;
    if (chosen.action !== undefined) {
      if (this.intercept === null) this.play(chosen.action);
      else {
        this.#restart();
        this.intercept(chosen.action);
      }
    } else if (chosen.illegal !== undefined) this.#object(chosen.illegal);
  }

  /** Follows an action, or makes a variation of it. */
  play(action: Action): void {
    const { tree, id } = this.#tree.play(this.#at, action, () => this.#reach(action));
    if (tree !== this.#tree) this.#change(tree);
    this.go(id);
  }

  /** Plays actions one after the other, as far as they are legal, and stays where one is. */
  addLine(actions: readonly Action[]): void {
    let { at } = this;
    let { tree } = this;
    for (const action of actions) {
      const from = at;
      ({ tree, id: at } = tree.play(from, action, () => this.#reach(action, tree.node(from).fen)));
    }
    if (tree !== this.#tree) this.#change(tree);
  }

  #reach(action: Action, fen = this.node.fen): Reached {
    this.engine.setPosition(fen);
    this.engine.play(action);
    return { fen: this.engine.fen(), key: this.engine.key().toString(16).padStart(16, '0') };
  }

  #object(illegal: string): void {
    const [start, target] = [illegal.slice(0, 2), illegal.slice(2)];
    const isBarragoon = start === target && !illegal.startsWith('@');
    const cell = this.fields.cells.get(target as Square);
    if (isBarragoon && cell !== undefined && !'ZDVzdv'.includes(cell)) return;
    this.rules.begin(this.node.fen);
    this.objection = this.rules.explain(illegal) ?? 'blocked';
  }

  // -- changing the tree -------------------------------------------------------------------------------------------

  promote(): void {
    this.#change(this.#tree.promote(this.#at));
  }

  /** Deletes this action and all that follows it. */
  remove(): void {
    const { parent } = this.node;
    if (parent === null) return;
    this.#change(this.#tree.remove(this.#at));
    this.#at = parent;
    this.#restart();
  }

  comment(text: string): void {
    this.#change(this.#tree.comment(this.#at, text));
  }

  mark(nag: number): void {
    if (this.node.parent !== null) this.#change(this.#tree.mark(this.#at, nag));
  }

  /** Draws a mark on the board of this node; the same one again takes it away. */
  draw(mark: OwnMark): void {
    this.#change(this.#tree.draw(this.#at, withMark(this.ownMarks, mark)));
  }

  clearMarks(): void {
    if (this.ownMarks.length > 0) this.#change(this.#tree.draw(this.#at, []));
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (last === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#tree = last.tree;
    this.go(last.at);
  }

  /** Looks at another tree. */
  replace(tree: Tree, at = START_ID): void {
    this.#past = [];
    this.#tree = tree;
    this.shown = null;
    this.go(at);
  }

  #change(tree: Tree): void {
    if (tree === this.#tree) return;
    this.#past = [...this.#past, { tree: this.#tree, at: this.#at }].slice(-MOST_UNDONE);
    this.#tree = tree;
  }

  #restart(): void {
    this.objection = null;
    this.drawn = [];
    this.choice = begin(this.options);
  }

  #show(): void {
    const parent = this.#tree.node(this.node.parent ?? START_ID);
    const action = this.node.action as Action;
    const before = readFen(parent.fen);
    const isMove = !action.startsWith('@');
    this.shown = {
      serial: (this.shown?.serial ?? 0) + 1,
      action,
      player: before.actor,
      captured: isMove ? (before.cells.get(action.slice(2) as Square) ?? null) : null,
      paths: isMove ? this.pathsOf(parent.fen, action) : [],
    };
  }

  pathsOf(fen: string, move: Action): Path[] {
    this.engine.setPosition(fen);
    return this.engine.paths(move);
  }
}
