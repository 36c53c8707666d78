// What is said of an answer to a mistake, and of what showed the difference.
import type { Ending, MistakeReplay, MistakeReason } from '../../analysis/mistake_replay.svelte.ts';
import { readFen } from '../../engine/fen.ts';
import { tell } from '../../languages/analysis.svelte.ts';
import { tileWords } from '../../languages/words.ts';
import { actionText } from './review_words.ts';

/** What is to be done, or what came of it. */
export function mistakeWords(replay: MistakeReplay): string {
  const { current, state, ending, isFirst } = replay;
  if (current === null) return '';
  if (state === 'done' && ending) return endingWords(ending);
  if (state === 'shown') return tell('review.better');
  if (state === 'judging') return tell('engine.thinking');
  if (state !== 'asking') return answerWords(replay);
  const action = actionText(current.action, readFen(current.fen).cells);
  return isFirst ? tell('mistakes.ask', { action }) : tell('mistakes.on');
}

/** The answer; what it captured is seen in the position before it, and it may be on the board already. */
function answerText({ action, study }: MistakeReplay): string {
  const played = study.tree.pathTo(study.at).findLast((node) => node.action === action);
  const before = played?.parent == null ? study.node.fen : study.tree.node(played.parent).fen;
  return action === null ? '' : actionText(action, readFen(before).cells);
}

/** Of an answer that is right, while it is replied to, or is to be tried again. */
function answerWords(replay: MistakeReplay): string {
  const { action, answer, current, state, why } = replay;
  const text = answerText(replay);
  if (state === 'replying') return tell('mistakes.right', { action: text });
  if (state === 'same') return tell('mistakes.same', { action: text });
  if (state === 'slower') return tell('mistakes.slower', { action: text, turns: answer?.turns ?? 0 });
  const points = answer?.loss ?? null;
  const isOwn = action === current?.action;
  const cost =
    points === null
      ? tell(isOwn ? 'mistakes.mine.nowin' : 'mistakes.nowin', { action: text })
      : tell(isOwn ? 'mistakes.mine' : 'mistakes.wrong', { action: text, points: Math.round(points) });
  return `${cost} ${whyWords(why)}`.trim();
}

function whyWords(why: MistakeReason | null): string {
  switch (why?.kind) {
    case 'takes':
      return tell('why.takes', { tile: tileWords(why.tile), square: why.square });
    case 'wins':
      return tell('why.wins');
    case 'escapes':
      return tell('why.escapes');
    default:
      return '';
  }
}

function endingWords(ending: Ending): string {
  if (ending.kind !== 'proof') return tell(`ending.${ending.kind}`);
  return ending.turns === 1 ? tell('ending.proof.one') : tell('ending.proof', { turns: ending.turns });
}
