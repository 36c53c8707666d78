// The judge of each kind of goal.
import { judgeAvoid } from './goals/avoid.ts';
import { judgeBlunder } from './goals/blunder.ts';
import { judgeFlags } from './goals/flags.ts';
import { judgeFree } from './goals/free.ts';
import { judgeSurvive } from './goals/survive.ts';
import { judgeTake } from './goals/take.ts';
import { judgeThreatenTwo } from './goals/threaten_two.ts';
import { judgeDecline, judgeTry } from './goals/try.ts';
import { judgeWin } from './goals/win.ts';
import type { Goal } from './level.ts';
import type { Attempt, Judge, Verdict } from './verdict.ts';

/** The kinds that are not answered by actions: a set of squares, or one of three words. */
type Asked = 'tapAll' | 'lostOrNot';

const JUDGES: { readonly [K in Exclude<Goal['kind'], Asked>]: Judge<Extract<Goal, { kind: K }>> } = {
  flags: judgeFlags,
  take: judgeTake,
  free: judgeFree,
  win: judgeWin,
  survive: judgeSurvive,
  avoid: judgeAvoid,
  threatenTwo: judgeThreatenTwo,
  blunder: judgeBlunder,
  try: judgeTry,
  decline: judgeDecline,
};

export async function judge(attempt: Attempt): Promise<Verdict> {
  const { kind } = attempt.goal;
  if (kind === 'tapAll' || kind === 'lostOrNot') return { kind: 'going' };
  // Each judge is handed the goal of its own kind.
  return (JUDGES[kind] as Judge<Goal>)(attempt);
}
