// The keys of a study: what each does, in one list from which the dialogue of keys is made too.
import { asWhite, scoreText } from '../../analysis/chances.ts';
import { lineTurns } from '../../analysis/line_text.ts';
import { OVERLAYS } from '../../analysis/overlays.ts';
import { other } from '../../engine/vocabulary.ts';
import { tell, type AnalysisKey } from '../../languages/analysis.svelte.ts';
import { stepWords } from '../../languages/words.ts';
import type { ViewState } from './view_state.svelte.ts';

interface KeyAction {
  /** As the browser names it; with ⇧ before it where Shift is held. */
  readonly key: string;
  act(view: ViewState): void;
}

/** As long as it takes to press a key twice, in milliseconds. */
const TWICE = 600;

/** What the dialogue shows: how the keys are written, and what they do. */
export const LISTED: readonly (readonly [string, AnalysisKey])[] = [
  ['← →', 'keys.action'],
  ['⇧ ← →', 'keys.turn'],
  ['Home End', 'keys.ends'],
  ['↑ ↓', 'keys.variation'],
  ['⇧ ↑', 'keys.main'],
  ['Space', 'keys.best'],
  ['L', 'keys.lines'],
  ['Alt 1–5', 'keys.count'],
  ['P', 'keys.prove'],
  ['⇧ P', 'keys.prove.other'],
  ['A', 'keys.auto'],
  ['R', 'keys.review'],
  ['M', 'keys.mistake'],
  ['B', 'keys.openings'],
  ['E', 'keys.explain'],
  ['X', 'keys.threat'],
  ['F', 'keys.flip'],
  ['C', 'keys.comment'],
  ['W', 'keys.draw'],
  ['O', 'keys.open'],
  ['S', 'keys.share'],
  ['Del', 'keys.remove'],
  ['Ctrl Z', 'keys.undo'],
  ['L L', 'keys.ear.line'],
  ['V', 'keys.ear.chances'],
  ['D', 'keys.ear.difference'],
  ['?', 'keys.title'],
];

const KEYS: readonly KeyAction[] = [
  { key: 'ArrowLeft', act: ({ main }) => main.back() },
  { key: 'ArrowRight', act: ({ main }) => main.forward() },
  { key: '⇧ArrowLeft', act: ({ main }) => main.turnBack() },
  { key: '⇧ArrowRight', act: ({ main }) => main.turnForward() },
  { key: 'Home', act: ({ main }) => main.first() },
  { key: 'End', act: ({ main }) => main.last() },
  { key: 'ArrowUp', act: ({ main }) => main.sibling(-1) },
  { key: 'ArrowDown', act: ({ main }) => main.sibling(1) },
  { key: '⇧ArrowUp', act: ({ main }) => main.mainLine() },
  { key: ' ', act: (view) => view.playBest() },
  { key: 'l', act: toggleLines },
  { key: 'p', act: (view) => view.prove() },
  { key: '⇧P', act: (view) => view.proveOther() },
  { key: 'a', act: ({ player }) => player.toggle() },
  { key: 'r', act: (view) => view.review() },
  { key: 'm', act: (view) => view.goToMistake(1) },
  { key: '⇧M', act: (view) => view.goToMistake(-1) },
  { key: 'b', act: (view) => (view.tab = 'openings') },
  { key: 'e', act: nextOverlay },
  { key: 'x', act: toggleThreat },
  { key: 'f', act: ({ main }) => (main.orientation = other(main.orientation)) },
  { key: 'c', act: (view) => (view.sheet = 'note') },
  { key: 'w', act: ({ pen }) => pen.toggle() },
  { key: 'o', act: (view) => (view.sheet = 'open') },
  { key: 's', act: (view) => (view.sheet = 'share') },
  { key: '?', act: (view) => (view.sheet = 'keys') },
  { key: '⇧?', act: (view) => (view.sheet = 'keys') },
  { key: 'Delete', act: ({ main }) => main.remove() },
  { key: 'Escape', act: cancel },
  { key: 'v', act: readChances },
  { key: 'd', act: readDifference },
];

/** Does what a key is for; false where it is for nothing here. */
export function pressKey(view: ViewState, event: KeyboardEvent): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  const target = event.target as Element;
  if (target.closest('input, textarea, select, dialog')) return false;
  // While mistakes are replayed, the study is out of sight.
  if (ctrlKey || metaKey) return key === 'z' && view.replay === null && does(() => view.main.undo());
  if (altKey) return key >= '1' && key <= '5' && does(() => view.lines.setCount(Number(key)));
  if (key === ' ' && target.closest('button, a')) return false;
  if (view.study.choice.phase === 'place' && placingKey(view, key)) return true;
  // The answer to a mistake is not to be stepped to.
  if (view.replay !== null) return false;
  const name = shiftKey ? `⇧${key}` : key;
  const found = KEYS.find((one) => one.key === name);
  if (!found) return false;
  if (key !== 'a') view.player.stop();
  found.act(view);
  return true;
}

function does(act: () => void): true {
  act();
  return true;
}

/** While a barragoon is in hand, digits and R belong to placing. */
function placingKey({ study }: ViewState, key: string): boolean {
  if (key.toLowerCase() === 'r') study.input({ kind: 'rotate', counterclockwise: key === 'R' });
  else if (key >= '1' && key <= '6') study.input({ kind: 'symbol', number: Number(key) });
  else return false;
  return true;
}

let pressedAt = -Infinity;

/** Once: on or off. Twice: the first line is read. */
function toggleLines(view: ViewState): void {
  const isSecond = performance.now() - pressedAt < TWICE;
  pressedAt = performance.now();
  if (!isSecond) view.lines.toggle();
  else {
    if (!view.lines.isOn) view.lines.toggle();
    view.announcement = lineWords(view);
  }
}

function lineWords({ found, main }: ViewState): string {
  const [best] = found?.lines ?? [];
  if (best === undefined) return tell('bar.unknown');
  const turns = lineTurns(main.engine, main.node.fen, best.actions, best.actions.length);
  const steps = turns
    .slice(0, 2)
    .flatMap(({ parts }) => parts)
    .map(({ action, captured, player }) =>
      stepWords({ action, player, captured: captured ?? '' }, undefined, main.orientation),
    );
  return `${scoreText(asWhite(best.score, main.fields.actor))}. ${steps.join(' ')}`;
}

function nextOverlay(view: ViewState): void {
  const next = view.overlay === null ? 0 : OVERLAYS.indexOf(view.overlay) + 1;
  view.overlay = OVERLAYS[next] ?? null;
  view.tab = 'explain';
}

function toggleThreat(view: ViewState): void {
  view.threat.isOn = !view.threat.isOn;
  view.tab = 'explain';
}

function cancel({ main, pen }: ViewState): void {
  if (pen.isInHand) pen.toggle();
  else main.input({ kind: 'cancel' });
}

function readChances(view: ViewState): void {
  const { white } = view;
  view.announcement = white === null ? tell('bar.unknown') : tell('bar.white', { points: Math.round(white) });
}

function readDifference(view: ViewState): void {
  const { difference } = view;
  if (difference === null) view.announcement = tell('bar.unknown');
  else {
    const points = Math.round(difference);
    view.announcement = points === 0 ? tell('difference.none') : tell('difference', { points });
  }
}
