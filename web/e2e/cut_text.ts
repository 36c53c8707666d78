// Looks for text that can't be read: cut off by what it is in, outside of its button, or outside of the screen.
import type { Visitor } from './visitor.ts';

/** Names that people chose and what stands there in full elsewhere may end with an ellipsis; the verb of a count may go. */
const MAY_BE_SHORT = '.bar .name, .count, .who, .head .status, .line .actions, ol .next, .turns .head span';

/** What is cut off and can't be scrolled to, with what cuts it off. */
export async function cutText(visitor: Visitor): Promise<string[]> {
  // A phone zooms out of a page that is too wide, and innerWidth grows.
  const wide = visitor.page.viewportSize()?.width ?? 0;
  return visitor.page.evaluate(
    ([mayBeShort, wide]) => {
      const found = new Set<string>();
      const scrolls = /auto|scroll/;
      const hides = /hidden|clip/;
      const range = document.createRange();
      const page = document.documentElement;
      const isPageScrolled = page.scrollHeight > innerHeight + 1;

      const fault = (text: Text): string | null => {
        const parent = text.parentElement;
        if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null;
        if (parent.closest(`[inert], svg, option, ${mayBeShort}`)) return null;
        const dialog = document.querySelector('dialog[open]');
        if (dialog && !dialog.contains(parent)) return null;
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        // The boxes of letters are higher than their lines.
        const slack = 0.35 * parseFloat(getComputedStyle(parent).fontSize);
        let [across, down] = [true, true];
        for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
          const { clipPath, overflowX, overflowY, position, display } = getComputedStyle(at);
          if (clipPath !== 'none') return null; // only to be heard
          const room = at.getBoundingClientRect();
          const isWide = box.left < room.left - 1.5 || box.right > room.right + 1.5;
          const isHigh = box.top < room.top - slack || box.bottom > room.bottom + slack;
          const name = `${at.tagName.toLowerCase()}.${at.getAttribute('class') ?? ''}`;
          if (across && hides.test(overflowX) && isWide) return `cut by ${name}`;
          if (down && hides.test(overflowY) && isHigh) return `cut at the foot of ${name}`;
          if (
            at.matches('a, button, label, td, th') &&
            display !== 'inline' &&
            ((across && isWide) || (down && isHigh))
          )
            return `sticks out of ${name}`;
          if (scrolls.test(overflowX)) across = false;
          if (scrolls.test(overflowY)) down = false;
          if (position === 'fixed') break;
        }
        if (across && (box.left < -1 || box.right > wide + 1)) return 'beside the screen';
        return down && !isPageScrolled && !dialog && (box.top < -slack || box.bottom > innerHeight + slack)
          ? 'off the screen'
          : null;
      };
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        const words = text.data.trim();
        const what = words === '' ? null : fault(text);
        if (what !== null) found.add(`"${words.slice(0, 40)}" ${what}`);
      }
      if (page.scrollWidth > wide + 1) found.add('the page scrolls sideways');
      return [...found];
    },
    [MAY_BE_SHORT, wide] as const,
  );
}
