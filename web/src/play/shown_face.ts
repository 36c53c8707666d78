// A tap on a barragoon that a hint shows takes its face too, unless another one is in the hand.
import type { Annotation } from '../board/annotation.ts';
import type { Input } from '../board/input.ts';
import type { Colour } from '../engine/vocabulary.ts';
import type { Choice } from './choice.ts';

export function withShownFace(
  input: Input,
  choice: Choice,
  annotations: readonly Annotation[],
  player: Colour,
): readonly Input[] {
  if (input.kind !== 'square' || choice.phase !== 'place' || choice.face !== null) return [input];
  for (const shown of annotations)
    if (shown.kind === 'ghost' && shown.square === input.square && shown.owner === player)
      return [{ kind: 'face', face: shown.face }, input];
  return [input];
}
