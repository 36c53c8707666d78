// Shipped puzzles for a visitor, with what the engine says of answers to them.
import { readdirSync, readFileSync } from 'node:fs';
import { Engine, type Action, type Grade } from '../src/engine/index.ts';
import { readModule } from '../src/engine/node.ts';
import { readFen } from '../src/engine/fen.ts';
import { readShard, type Puzzle } from '../src/puzzles/puzzle.ts';
import { FORMS } from '../src/play/symmetry.ts';
import { inForm } from '../src/puzzles/symmetry.ts';
import type { Visitor } from './visitor.ts';

const FOLDER = 'public/puzzles';
const engine = new Engine(await readModule());

const PUZZLES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.tsv'))
  .sort()
  .flatMap((name) => readShard(readFileSync(`${FOLDER}/${name}`, 'utf8')));

/** The first shipped puzzle of a goal that fits. */
export function puzzleFor(goal: string, fits: (puzzle: Puzzle) => boolean = () => true): Puzzle {
  const found = PUZZLES.find((puzzle) => `${puzzle.goal.kind} ${puzzle.goal.turns}` === goal && fits(puzzle));
  if (!found) throw new Error(`no puzzle of ${goal} fits`);
  return found;
}

/** The puzzle that is seen on the board, in the form in which it is seen. */
export async function shownPuzzle(visitor: Visitor): Promise<Puzzle> {
  const seen = await visitor.page
    .locator('.piece')
    .evaluateAll((pieces) =>
      pieces.map((piece) => `${piece.getAttribute('data-square')}${piece.getAttribute('data-cell')}`),
    );
  const board = seen.sort().join(' ');
  const isShown = ({ fen }: Puzzle): boolean =>
    [...readFen(fen).cells]
      .map(([square, cell]) => square + cell)
      .sort()
      .join(' ') === board;
  const found = PUZZLES.flatMap((puzzle) => FORMS.map((form) => inForm(puzzle, form))).find(isShown);
  if (!found) throw new Error(`no puzzle has ${board}`);
  return found;
}

export function gradeOf(puzzle: Puzzle, ...actions: string[]): Grade {
  engine.setPosition(puzzle.fen);
  return engine.judge({ goal: puzzle.goal, actions }).grade;
}

/** The first move of a puzzle that has some grade. */
export function moveOfGrade(puzzle: Puzzle, grade: Grade): string | undefined {
  engine.setPosition(puzzle.fen);
  return engine.legalActions().find((move) => gradeOf(puzzle, move) === grade);
}

/** What follows an answer on the board: the opponent's actions, and the best that the solver does next. */
export function afterAnswer(puzzle: Puzzle, actions: readonly string[]): { reply: readonly Action[]; next: Action } {
  const last = actions.at(-1) ?? '';
  engine.setPosition(puzzle.fen, actions.slice(0, -1));
  const reply = engine.judge({ goal: puzzle.goal, actions: [last] }).line;
  return { reply, next: solution(puzzle, [...actions, ...reply])[0] ?? 'a1a1' };
}

export function solution(puzzle: Puzzle, actions: readonly string[] = []): readonly Action[] {
  engine.setPosition(puzzle.fen, actions);
  return engine.solve(puzzle.goal.turns).actions;
}

/** A whole action by touch. */
export async function act(visitor: Visitor, action: string): Promise<void> {
  if (!action.startsWith('@')) {
    await visitor.tap(action.slice(0, 2));
    await visitor.tap(action.slice(2));
    return;
  }
  const order = 'x^>Y<|-+NESWnesw';
  await visitor.page
    .locator('.placing .tray button')
    .nth(order.indexOf(action.slice(3)))
    .click();
  await visitor.tap(action.slice(1, 3));
  await visitor.tap(action.slice(1, 3));
}

/** Until somebody may answer. */
export async function untilAsked(visitor: Visitor): Promise<void> {
  await visitor.page.locator('.cell.active, .placing .tray').first().waitFor();
}

export async function untilSaid(visitor: Visitor, words: string | RegExp): Promise<void> {
  await visitor.page.locator('.said').getByText(words).first().waitFor();
}
