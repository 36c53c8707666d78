// A finger on a touch screen: down, along, up.
import type { Visitor } from './visitor.ts';

export type Finger = (type: 'Start' | 'Move' | 'End', what?: string) => Promise<void>;

/** Squares are named as ever, other things by a selector. */
export async function finger(visitor: Visitor): Promise<Finger> {
  const session = await visitor.context.newCDPSession(visitor.page);
  return async (type, what = '') => {
    const touchPoints = type === 'End' ? [] : [await visitor.middle(what)];
    await session.send('Input.dispatchTouchEvent', { type: `touch${type}`, touchPoints });
  };
}
