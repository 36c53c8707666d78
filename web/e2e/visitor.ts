// A person with a browser: what they see and what they can do with finger, mouse and keys.
import { mkdirSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject } from 'vitest';

export const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;
const PICTURES = 'e2e/pictures';
/** Machines are noisy: how long to wait for what never comes. */
const PATIENCE = 60_000;

let browser: Browser | undefined;
beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--mute-audio'],
  });
});
afterAll(async () => {
  await browser?.close();
});

export interface Seen {
  readonly banner: string;
  readonly isOver: boolean;
  readonly isYours: boolean;
  readonly isPlacing: boolean;
  readonly movable: readonly string[];
  readonly targets: readonly string[];
  readonly occupied: readonly string[];
  readonly turns: readonly string[];
}

export class Visitor {
  /** What went wrong in the page and nobody was told. */
  readonly errors: string[] = [];
  readonly page: Page;
  readonly context: BrowserContext;

  private constructor(page: Page) {
    this.page = page;
    this.context = page.context();
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.errors.push(error.message));
  }

  static async arrive(path = '/', options: BrowserContextOptions = DESKTOP): Promise<Visitor> {
    if (!browser) throw new Error('the browser is not there yet');
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
    const visitor = new Visitor(await context.newPage());
    await visitor.go(path);
    return visitor;
  }

  /** The same person with one more tab. */
  async tab(path: string): Promise<Visitor> {
    const visitor = new Visitor(await this.context.newPage());
    await visitor.go(path);
    return visitor;
  }

  async go(path: string): Promise<void> {
    await this.page.goto(new URL(path, inject('address')).href);
  }

  async leave(): Promise<void> {
    expect(this.errors).toEqual([]);
    await this.context.close();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).filter({ visible: true }).last().click();
  }

  async tap(square: string): Promise<void> {
    const box = await this.page.locator(`[role=gridcell][data-square=${square}]`).boundingBox();
    if (!box) throw new Error(`${square} is not to be seen`);
    await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** A whole move. */
  async move(start: string, target: string): Promise<void> {
    await this.untilYours();
    await this.tap(start);
    await this.tap(target);
  }

  /** A placement: the face in the tray, the square, the square again. */
  async place(number: number, square: string): Promise<void> {
    await this.untilYours();
    await this.page.locator('.tray button').nth(number).click();
    await this.tap(square);
    await this.tap(square);
  }

  async untilYours(): Promise<void> {
    await this.page.locator('.words.yours').waitFor();
  }

  async until(words: string | RegExp): Promise<void> {
    await this.page.locator('.banner').filter({ hasText: words }).waitFor();
  }

  async board(): Promise<void> {
    await this.page.locator('[role=grid]').first().waitFor();
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: `${PICTURES}/${name}.png` });
  }

  async look(): Promise<Seen> {
    return this.page.evaluate(() => {
      const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
      const named = (element: Element): string => element.getAttribute('data-square') ?? '';
      const marked = all('.cell.active').map(named);
      const targets = all('.target').length > 0;
      return {
        banner: document.querySelector('.banner')?.textContent.trim() ?? '',
        isOver: document.querySelector('.banner.over') !== null,
        isYours: document.querySelector('.words.yours') !== null,
        isPlacing: document.querySelector('.placing .tray') !== null,
        movable: targets ? [] : marked,
        targets: targets
          ? all('[role=gridcell]')
              .filter((cell) => /move|captures/.test(cell.getAttribute('aria-label') ?? ''))
              .map(named)
          : [],
        occupied: all('.piece').map(named),
        turns: all('.turns button').map((turn) => turn.textContent.trim()),
      };
    });
  }
}
