// A double tap whose first half has put something else under the finger must not hit that as well: a sheet that opens
// with its yes where the button was, the next question with its Check where Next was. Nor may it take the next step of
// a button with `data-steps`: the second step of a hint gives away what the first only points at.

interface Tap {
  readonly target: EventTarget | null;
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** Taps that come so quickly after one another are one double tap, in milliseconds. */
const QUICK = 500;
/** Fingers don't hit the same point twice; in pixels. */
const NEAR = 24;

let last: Tap | null = null;

/** For the whole page, before anything else hears of the click. */
export function dropSecondTap(event: MouseEvent): void {
  const { clientX: x, clientY: y, timeStamp: at } = event;
  const element = event.target instanceof Element ? event.target : null;
  if (event.detail === 0 || element?.closest('[role="grid"]')) return; // a key; a board, where taps follow each other
  const before = last;
  const control = element?.closest('a, button, input, label, select, summary, textarea') ?? null;
  const target = control ?? event.target;
  last = { target, at, x, y };
  const isAgain = before?.target === target && !control?.matches('[data-steps]');
  if (before === null || isAgain || !isSecond(event, before)) return;
  event.stopPropagation();
  event.preventDefault();
}

function isSecond(event: MouseEvent, { at, x, y }: Tap): boolean {
  // Browsers count the clicks of a mouse, but not all of them count taps.
  const counts = event.detail > 1 || ('pointerType' in event && event.pointerType === 'touch');
  return counts && event.timeStamp - at < QUICK && Math.hypot(event.clientX - x, event.clientY - y) < NEAR;
}
