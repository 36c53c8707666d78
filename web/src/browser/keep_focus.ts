// Who uses keys must not be thrown back to the top of the page when the button that was pressed is gone or disabled.

/** Rows of buttons that act on the board. */
const ROWS = '[role="group"], .buttons, .steps, .ends, .answers';
const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/** What had the focus last, and all that it was in, from the inside out. */
let path: readonly Element[] = [];
let isByKeys = false;

function isUsable(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null;
}

function isLost([last]: readonly Element[]): boolean {
  const { activeElement } = document;
  // Browsers take the focus from a disabled button only later.
  const isNowhere = activeElement === null || activeElement === document.body || activeElement === last;
  return isByKeys && isNowhere && last !== undefined && !isUsable(last);
}

const isShown = (element: Element): boolean => isUsable(element) && element.getClientRects().length > 0;

/** The button after one that was disabled, in the same row. */
function neighbour([last, row]: readonly Element[]): Element | undefined {
  if (!last?.isConnected || !row?.matches(ROWS)) return undefined;
  return [...row.querySelectorAll(FOCUSABLE)].find(
    (other) => isShown(other) && last.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

/**
 * Where to go on: the main button of what is left, the next in the row, the board if it was about that. Elsewhere the
 * screen as a whole: on a board arrows walk, and somebody may be using them for something else.
 */
function place(main: HTMLElement): Element {
  for (const around of path.slice(1)) {
    if (around === main) break;
    if (!around.isConnected) continue;
    const next = [...around.querySelectorAll('.main:enabled, a.main')].find(isShown);
    if (next) return next;
  }
  const squares = path.some((around) => around.matches(ROWS))
    ? main.querySelectorAll('[role="gridcell"][tabindex="0"]')
    : [];
  return neighbour(path) ?? [...squares].find(isShown) ?? main;
}

/** Watches over the focus in a part of the page; call what it returns to stop. */
export function keepFocus(main: HTMLElement): () => void {
  const note = ({ target }: FocusEvent): void => {
    const around: Element[] = [];
    for (let at = target as Element | null; at; at = at.parentElement) around.push(at);
    path = around;
  };
  const look = (): void => {
    if (document.querySelector('dialog[open]') || !isLost(path)) return;
    (place(main) as HTMLElement | SVGElement).focus({ preventScroll: true });
  };
  const byKeys = (): void => {
    // What was nowhere before the key was pressed has not been lost by it.
    if (document.activeElement === document.body) path = [];
    isByKeys = true;
  };
  const byHand = (): void => {
    isByKeys = false;
  };
  const watcher = new MutationObserver(look);
  watcher.observe(main, { childList: true, subtree: true, attributeFilter: ['disabled', 'inert'] });
  document.addEventListener('focusin', note);
  document.addEventListener('keydown', byKeys, { capture: true });
  document.addEventListener('pointerdown', byHand, { capture: true });
  return () => {
    watcher.disconnect();
    document.removeEventListener('focusin', note);
    document.removeEventListener('keydown', byKeys, { capture: true });
    document.removeEventListener('pointerdown', byHand, { capture: true });
  };
}
