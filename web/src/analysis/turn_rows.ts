// A tree as a list shows it: the turns of the main line in pairs, variations in rows of their own below them.
import type { Action, Cell, Colour, Square } from '../engine/vocabulary.ts';
import { readFen } from '../engine/fen.ts';
import type { TurnCell, TurnPart } from '../play/turn_cells.ts';
import { wordsOf } from './own_marks.ts';
import { START_ID, type Tree, type TreeNode } from './tree.ts';

export type TurnRow =
  | { readonly kind: 'pair'; readonly number: number; readonly white: TurnCell | null; readonly brown: TurnCell | null }
  | { readonly kind: 'variation'; readonly depth: number; readonly turns: readonly TurnCell[] };

export function turnRows(tree: Tree): TurnRow[] {
  const rows: TurnRow[] = [];
  const line = turnsAlong(tree, tree.start.children[0]);
  for (const { cell, branches } of line) {
    const last = rows.at(-1);
    const isSecond = cell.mover === 'brown' && last?.kind === 'pair' && last.number === cell.number && !last.brown;
    if (isSecond) rows[rows.length - 1] = { ...last, brown: cell };
    else rows.push({ kind: 'pair', number: cell.number, white: null, brown: null, [cell.mover]: cell });
    for (const branch of branches) rows.push(...variationRows(tree, branch));
  }
  return rows;
}

/** The rows of a variation and of all that branch off from it, each after the line that it leaves. */
function variationRows(tree: Tree, first: number): TurnRow[] {
  const rows: TurnRow[] = [];
  const waiting = [{ id: first, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { id, depth } = next;
    const line = turnsAlong(tree, id);
    rows.push({ kind: 'variation', depth, turns: line.map(({ cell }) => cell) });
    const branches = line.flatMap((turn) => turn.branches);
    waiting.push(...branches.reverse().map((branch) => ({ id: branch, depth: depth + 1 })));
  }
  return rows;
}

/** The turns from a node along its line, each with the variations that begin instead of one of its actions. */
function turnsAlong(tree: Tree, first: number | undefined): { cell: TurnCell; branches: number[] }[] {
  const turns: { cell: { number: number; mover: Colour; parts: TurnPart[] }; branches: number[] }[] = [];
  if (first === undefined) return turns;
  for (const node of tree.lineFrom(first)) {
    const parent = tree.node(node.parent ?? START_ID);
    const { number, turn, actor, cells } = readFen(parent.fen);
    if (turns.length === 0 || !node.action.startsWith('@'))
      turns.push({ cell: { number, mover: turn, parts: [] }, branches: [] });
    const last = turns.at(-1);
    last?.cell.parts.push(partOf(node, actor, cells));
    // The first node's siblings are listed where its line is left.
    const siblings = node.id === first && parent.children[0] !== first ? [] : parent.children.slice(1);
    last?.branches.push(...siblings);
  }
  return turns;
}

function partOf(node: TreeNode, player: Colour, cells: ReadonlyMap<Square, Cell>): TurnPart {
  const { id, nags, before, after } = node;
  const action = node.action as Action;
  const captured = action.startsWith('@') ? null : (cells.get(action.slice(2) as Square) ?? null);
  return { id, action, player, captured, nags, comments: wordsOf([...before, ...after]) };
}
