// What the board shows of the step that has just happened.
import type { Motion } from '../../board/types.ts';
import type { Square } from '../../engine/vocabulary.ts';
import type { LastStep } from '../../play/table.svelte.ts';

export function boardMotion(last: LastStep | null): Motion | null {
  if (last === null) return null;
  const { serial, step } = last;
  const isPlacement = step.action.startsWith('@');
  return {
    serial,
    target: (isPlacement ? step.action.slice(1, 3) : step.action.slice(2)) as Square,
    path: isPlacement ? null : (step.paths?.[0] ?? []),
    captured: step.captured === '' ? null : (step.captured ?? null),
  };
}
