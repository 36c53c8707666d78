// Looks for what keeps people from using a screen, with axe, and for what is too small for fingers.
import { readFileSync } from 'node:fs';
import type { Visitor } from './visitor.ts';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** What axe finds on a screen. The page's own policy keeps foreign scripts out, so a visitor has to bypass it. */
export async function violations(visitor: Visitor): Promise<string[]> {
  await visitor.page.evaluate(AXE);
  const found = await visitor.page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    // A bar that stays at the foot covers a part of some link at every place of the scroll; axe calls the rest too small.
    for (const bar of document.querySelectorAll<HTMLElement>('nav')) {
      if (getComputedStyle(bar).position === 'sticky') bar.style.position = 'static';
    }
    return (await axe.run(document, { runOnly: rules, resultTypes: ['violations'] })).violations;
  }, RULES);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** What a finger of 44 pixels would miss. What lies around a button and belongs to it counts. */
export async function smallTargets(visitor: Visitor): Promise<string[]> {
  return visitor.page.evaluate(() => {
    const around = (element: Element, ...sides: ('left' | 'right' | 'top' | 'bottom')[]): number => {
      const style = getComputedStyle(element, '::after');
      if (style.content === 'none' || style.position !== 'absolute') return 0;
      return sides.reduce((sum, side) => sum - Math.min(0, parseFloat(style[side])), 0);
    };
    return [...document.querySelectorAll<HTMLElement>('button, a, select, summary')]
      .filter((element) => element.checkVisibility() && !element.closest('[inert]'))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        const words = element.textContent.trim().slice(0, 30);
        if (width === 0) return { words, width: 44, height: 44 };
        return {
          words,
          width: width + around(element, 'left', 'right'),
          height: height + around(element, 'top', 'bottom'),
        };
      })
      .filter(({ width, height }) => width < 43.5 || height < 43.5)
      .map(({ words, width, height }) => `${words} ${width.toFixed()}x${height.toFixed()}`);
  });
}
