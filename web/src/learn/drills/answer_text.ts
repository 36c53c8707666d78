// What a drill says after an answer: what would have been right, and how each face did.
import { TRAY } from '../../board/faces.ts';
import type { Face } from '../../engine/vocabulary.ts';
import type { Say } from '../../languages/learn.ts';
import { faceWords } from '../../languages/words.ts';
import { placementValues } from '../message.ts';
import { MANY_WAYS, type DrillQuestion } from './questions.ts';

/** One sentence with the answer, or with one of several. */
export function answerText(question: DrillQuestion, speak: Say): string {
  const was = (answer: string): string => speak('drill.answer', { answer });
  switch (question.kind) {
    case 'squares':
      return was(question.answer.join(', '));
    case 'number':
      return was(countText(question.answer, speak));
    case 'placement':
    case 'hold':
      return speak('drill.answer.place', placementValues(question.answer[0] ?? '@a1x'));
    case 'faces':
      return was(facesText(question.answer, speak));
  }
}

export function countText(count: number, speak: Say): string {
  return count >= MANY_WAYS ? speak('drill.more', { count: MANY_WAYS }) : `${count}`;
}

/** The faces that do it, or those that do not, where these are fewer. */
function facesText(right: readonly Face[], speak: Say): string {
  const wrong = TRAY.filter((face) => !right.includes(face));
  const list = (faces: readonly Face[]): string => faces.map((face) => faceWords(face)).join('; ');
  return wrong.length < right.length ? speak('drill.all_but', { faces: list(wrong) }) : list(right);
}

/** A face with what came of it, once the question is answered; `isRight` null: nothing is said of it. */
export function faceLabel(face: Face, isRight: boolean | null, speak: Say): string {
  const words = faceWords(face);
  if (isRight === null) return words;
  return speak(isRight ? 'drill.face.right' : 'drill.face.wrong', { face: words });
}
