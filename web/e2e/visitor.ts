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

interface Shift {
  readonly value: number;
  readonly what: string;
}

/** Counts what a tap brings about too, unlike the usual score: a phase changes by taps. */
function noteShifts(): void {
  interface Source {
    readonly node?: Node | null;
  }
  type Entry = PerformanceEntry & { readonly value: number; readonly sources: readonly Source[] };
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  const named = ({ node }: Source): string =>
    `${node?.nodeName ?? ''}.${node instanceof Element ? (node.getAttribute('class') ?? '') : ''}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[])
      shifts.push({ value: entry.value, what: entry.sources.map(named).join(' ') });
  }).observe({ type: 'layout-shift' });
}

export class Visitor {
  /** What went wrong in the page and nobody was shown. */
  readonly errors: string[] = [];
  readonly page: Page;
  readonly context: BrowserContext;

  private constructor(page: Page) {
    this.page = page;
    this.context = page.context();
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      // A cut network is part of some visits; what the server rejects is noted below, with its address.
      if (message.type() === 'error' && !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(message.text()))
        this.errors.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.errors.push(`${response.status()} ${response.url()}`);
    });
  }

  static async arrive(path = '/', options: BrowserContextOptions = DESKTOP): Promise<Visitor> {
    if (!browser) throw new Error('the browser is not there yet');
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
    await context.addInitScript(noteShifts);
    const visitor = new Visitor(await context.newPage());
    await visitor.go(path);
    return visitor;
  }

  /** Sets the size of text as a person does in the browser, in pixels; 16 is usual. */
  async setTextSize(standard: number): Promise<void> {
    const session = await this.context.newCDPSession(this.page);
    await session.send('Page.setFontSizes', { fontSizes: { standard } });
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

  /** Opens a game file as one does from My games. */
  async import(file: string): Promise<void> {
    await this.go('/games');
    const buffer = Buffer.from(file);
    await this.page.locator('input[type=file]').setInputFiles({ name: 'game.bgn', mimeType: 'text/plain', buffer });
  }

  /** What has jumped since the page was loaded, or since this was asked before; nothing if it is less than can be seen. */
  async shifts(most = 0.01): Promise<string[]> {
    const found = await this.page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0));
    const sum = found.reduce((all, { value }) => all + value, 0);
    return sum < most ? [] : found.map(({ value, what }) => `${value.toFixed(4)} ${what}`);
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.board();
  }

  /** Forgets rejections that a test has brought about itself. */
  forgive(status: number): void {
    const others = this.errors.filter((error) => !error.startsWith(`${status} `));
    this.errors.splice(0, this.errors.length, ...others);
  }

  async leave(): Promise<void> {
    expect(this.errors).toEqual([]);
    await this.context.close();
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).filter({ visible: true }).last().click();
  }

  /** Opens the options of a new game. */
  async openOptions(): Promise<void> {
    await this.press('Change');
    await this.page.locator('dialog[open]').getByLabel('Clock').waitFor();
  }

  async closeSheet(): Promise<void> {
    await this.press('Close');
    await this.page.locator('dialog[open]').waitFor({ state: 'detached' });
  }

  /** Invites a friend; the link to send. */
  async invite(name = '', colour: 'Random' | 'White' | 'Brown' = 'Random'): Promise<string> {
    await this.press(/Invite a friend/);
    await this.page.locator('dialog[open]').waitFor();
    const field = this.page.locator('dialog').getByLabel('Your name');
    if (await field.isVisible()) await field.fill(name);
    await this.page.locator('dialog').getByText(colour, { exact: true }).click();
    await this.press('Make the link');
    const link = this.page.locator('input[readonly]');
    await link.waitFor();
    return link.inputValue();
  }

  /** The middle of a square, or of whatever else a selector finds. */
  async middle(what: string): Promise<{ x: number; y: number }> {
    const selector = /^[a-g][1-9]$/.test(what) ? `[role=gridcell][data-square=${what}]` : what;
    const box = await this.page.locator(selector).first().boundingBox();
    if (!box) throw new Error(`${what} is not to be seen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async tap(square: string): Promise<void> {
    const { x, y } = await this.middle(square);
    await this.page.mouse.click(x, y);
  }

  /** A whole move with the button held, or with a finger that does not leave the board. */
  async drag(start: string, target: string): Promise<void> {
    await this.untilYours();
    const [from, to] = [await this.middle(start), await this.middle(target)];
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x, to.y, { steps: 5 });
    await this.page.mouse.up();
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
        turns: all('.turns li button').map((turn) => turn.getAttribute('data-turn') ?? ''),
      };
    });
  }
}
