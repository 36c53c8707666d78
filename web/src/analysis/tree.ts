// A tree of variations: each node is the position after an action. A tree is never changed; what changes it gives
// another one, so that every step can be undone. Files are read and written by the engine alone.
import type { Game } from '../engine/game.ts';
import type { GameRecord, GameTags } from '../engine/record.ts';
import type { TreeEntry } from '../engine/record_tree.ts';
import type { Action } from '../engine/vocabulary.ts';
import { isMarks, wordsOf, writeMarks, type OwnMark } from './own_marks.ts';

/** What was said about a node. */
export type Remarks = Omit<TreeEntry, 'parent' | 'action'>;

export interface TreeNode extends Remarks {
  readonly id: number;
  /** Null for the start. */
  readonly parent: number | null;
  /** Empty for the start. */
  readonly action: Action | '';
  readonly fen: string;
  /** The same for equal positions. */
  readonly key: string;
  /** What was played first, then the variations. */
  readonly children: readonly number[];
}

/** What an action leads to, as the engine says. */
export interface Reached {
  readonly fen: string;
  readonly key: string;
}

/** An action and what it leads to. */
export interface Step extends Reached {
  readonly action: Action;
}

export const START_ID = 0;

/** No larger tree can be written to a file; the engine says the same. */
export const MOST_NODES = 20_000;

const NO_REMARKS: Remarks = { before: [], after: [], nags: [], declined: false, unread: [] };

export class Tree {
  /** The file of the game that the tree grew from: its tags and its result. */
  readonly source: string;
  readonly #nodes: ReadonlyMap<number, TreeNode>;
  readonly #nextId: number;

  private constructor(source: string, nodes: ReadonlyMap<number, TreeNode>, nextId: number) {
    this.source = source;
    this.#nodes = nodes;
    this.#nextId = nextId;
  }

  /** A game of a file with its variations and comments. */
  static read(rules: Game, file: string | Uint8Array, index = 0): { tree: Tree; record: GameRecord } {
    const { record, nodes } = rules.readTree(file, index);
    const children = nodes.map((): number[] => []);
    nodes.forEach(({ parent }, id) => {
      if (parent !== null) children[parent]?.push(id);
    });
    const all = nodes.map((node, id) => [id, { ...node, id, children: children[id] ?? [] }] as const);
    return { tree: new Tree(rules.formatRecord(file, index), new Map(all), nodes.length), record };
  }

  /** A tree that begins at a position. */
  static begin(rules: Game, fen: string, tags: GameTags = {}): Tree {
    rules.begin(fen);
    return Tree.read(rules, rules.record(tags)).tree;
  }

  /** A tree that begins at a position and has one line. */
  static line(rules: Game, fen: string, steps: readonly Step[]): Tree {
    const tree = Tree.begin(rules, fen);
    const after = (id: number): number[] => (id < steps.length ? [id + 1] : []);
    const made = steps.map((step, parent) => {
      const id = parent + 1;
      return { ...NO_REMARKS, ...step, id, parent, children: after(id) };
    });
    return tree.#with([{ ...tree.start, children: after(START_ID) }, ...made]);
  }

  get size(): number {
    return this.#nodes.size;
  }

  get start(): TreeNode {
    return this.node(START_ID);
  }

  has(id: number): boolean {
    return this.#nodes.has(id);
  }

  node(id: number): TreeNode {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`the tree has no node ${id}`);
    return node;
  }

  nodes(): IterableIterator<TreeNode> {
    return this.#nodes.values();
  }

  // -- going through it --------------------------------------------------------------------------------------------

  childAfter(id: number, action: string): TreeNode | null {
    const found = this.node(id).children.find((child) => this.node(child).action === action);
    return found === undefined ? null : this.node(found);
  }

  /** From the start to a node, both included. */
  pathTo(id: number): TreeNode[] {
    const path: TreeNode[] = [];
    for (let at: number | null = id; at !== null; at = this.node(at).parent) path.push(this.node(at));
    return path.reverse();
  }

  /** The actions that lead to a node from the start. */
  actionsTo(id: number): Action[] {
    return this.pathTo(id).flatMap(({ action }) => (action === '' ? [] : [action]));
  }

  /** A node and what follows it as it was played, or as it was looked at first. */
  lineFrom(id: number): TreeNode[] {
    const line = [this.node(id)];
    for (let next = line[0]?.children[0]; next !== undefined; next = this.node(next).children[0])
      line.push(this.node(next));
    return line;
  }

  isMain(id: number): boolean {
    return this.pathTo(id).every((node) => node.parent === null || this.node(node.parent).children[0] === node.id);
  }

  /** Other nodes with the same position, the earliest first. */
  twins(id: number): TreeNode[] {
    const { key } = this.node(id);
    return [...this.#nodes.values()].filter((node) => node.key === key && node.id !== id);
  }

  // -- changing it -------------------------------------------------------------------------------------------------

  /** Follows an action that is there, or adds it as the last variation. */
  play(id: number, action: Action, reach: () => Reached): { tree: Tree; id: number } {
    const there = this.childAfter(id, action);
    if (there) return { tree: this, id: there.id };
    if (this.size >= MOST_NODES) throw new RangeError(`a tree has at most ${MOST_NODES} nodes`);
    const made: TreeNode = { ...NO_REMARKS, ...reach(), id: this.#nextId, parent: id, action, children: [] };
    const parent = this.node(id);
    const tree = this.#with([{ ...parent, children: [...parent.children, made.id] }, made]);
    return { tree, id: made.id };
  }

  /** Puts a node's line before the one that it branches off from; at the main line, the tree as it is. */
  promote(id: number): Tree {
    const branch = this.pathTo(id).findLast(
      (node) => node.parent !== null && this.node(node.parent).children[0] !== node.id,
    );
    if (branch?.parent == null) return this;
    const parent = this.node(branch.parent);
    const children = [branch.id, ...parent.children.filter((child) => child !== branch.id)];
    return this.#with([{ ...parent, children }]);
  }

  /** Without a node and all that follows it. The start stays. */
  remove(id: number): Tree {
    const { parent } = this.node(id);
    if (parent === null) return this;
    const nodes = new Map(this.#nodes);
    for (const waiting = [id]; waiting.length > 0;) {
      const gone = waiting.pop() ?? id;
      waiting.push(...this.node(gone).children);
      nodes.delete(gone);
    }
    const left = this.node(parent);
    nodes.set(parent, { ...left, children: left.children.filter((child) => child !== id) });
    return new Tree(this.source, nodes, this.#nextId);
  }

  /** One comment after a node, in place of those that it had; an empty one is none. What was drawn stays. */
  comment(id: number, text: string): Tree {
    const after = [...(text.trim() === '' ? [] : [text.trim()]), ...this.node(id).after.filter(isMarks)];
    return this.#with([{ ...this.node(id), after }]);
  }

  /** What is drawn on the board of a node, in place of what was. */
  draw(id: number, marks: readonly OwnMark[]): Tree {
    const drawn = writeMarks(marks);
    return this.#with([
      { ...this.node(id), after: [...wordsOf(this.node(id).after), ...(drawn === null ? [] : [drawn])] },
    ]);
  }

  /** Sets one of the six marks (1 to 6), or takes it away where it stands already; other annotations stay. */
  mark(id: number, nag: number): Tree {
    const { nags } = this.node(id);
    const others = nags.filter((one) => one < 1 || one > 6);
    return this.#with([{ ...this.node(id), nags: nags.includes(nag) ? others : [nag, ...others] }]);
  }

  /** The line through a node alone, from the start to its end. */
  only(id: number): Tree {
    const line = [...this.pathTo(id), ...this.lineFrom(id).slice(1)];
    const nodes = line.map((node, place) => {
      const next = line[place + 1];
      return [node.id, { ...node, children: next ? [next.id] : [] }] as const;
    });
    return new Tree(this.source, new Map(nodes), this.#nextId);
  }

  #with(changed: readonly TreeNode[]): Tree {
    const nodes = new Map(this.#nodes);
    for (const node of changed) nodes.set(node.id, node);
    const nextId = Math.max(this.#nextId, ...changed.map(({ id }) => id + 1));
    return new Tree(this.source, nodes, nextId);
  }

  // -- writing it --------------------------------------------------------------------------------------------------

  /** The tree as a game file. */
  write(rules: Game): string {
    const places = new Map<number, number>();
    const entries: TreeEntry[] = [];
    for (const waiting = [START_ID]; waiting.length > 0;) {
      const node = this.node(waiting.pop() ?? START_ID);
      places.set(node.id, entries.length);
      entries.push({ ...node, parent: node.parent === null ? null : (places.get(node.parent) ?? 0) });
      waiting.push(...node.children.toReversed());
    }
    return rules.writeTree(this.source, entries);
  }
}
