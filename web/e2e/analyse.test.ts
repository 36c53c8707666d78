// Analysis: a game with variations is opened, played on with a placement, proven, shared by link and opened elsewhere.
import { expect, test } from 'vitest';
import { violations } from './accessibility.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

const GAMES = `[White "Ann"]
[Brown "Ben"]

1. d2d5 {Bold.} (1. d2d4! d8d6) d8xd5@d8x@e4^ 2. e2e3 0-1

[White "Dora"]

1. c2c3 *
`;

/** Nobody has to allow the clipboard: what can't be copied is shown. */
function rejectClipboard(): void {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
}

async function open(visitor: Visitor, text: string): Promise<void> {
  await visitor.press('More');
  await visitor.press('Open');
  await visitor.page.locator('dialog textarea').fill(text);
  await visitor.page.locator('dialog button[type=submit]').click();
}

const listed = (visitor: Visitor): Promise<string> =>
  visitor.page
    .locator('.tree')
    .innerText()
    .then((text) => text.replace(/\s+/g, ' '));

test('on a phone a variation with a placement is played, proven and shared', async () => {
  const visitor = await Visitor.arrive('/analyse', { ...PHONE, bypassCSP: true });
  await visitor.page.addInitScript(rejectClipboard);
  await visitor.page.reload();
  await visitor.board();
  await open(visitor, GAMES);
  await visitor.page.getByRole('button', { name: 'Open: Ann' }).click();
  await visitor.page.locator('.variation').waitFor();
  expect(await listed(visitor)).toContain('Bold.');

  // Back to where Brown has placed and White has to, and something else is placed.
  await visitor.press('Back');
  await visitor.press('Back');
  await visitor.page.locator('.study.placing').waitFor();
  await visitor.page.locator('.tray button').first().click();
  await visitor.tap('e3');
  await visitor.tap('e3');
  await expect.poll(() => visitor.page.locator('.variation').count()).toBe(2);
  expect(await visitor.page.locator('[aria-current=step]').textContent()).toContain('barragoon on e3');
  expect(await violations(visitor)).toEqual([]);

  await visitor.press('Prove it');
  await visitor.page.locator('.proven').filter({ hasText: 'proven' }).waitFor();
  await visitor.picture('analyse-phone');

  await visitor.press('More');
  await visitor.press('Share');
  await visitor.press('Copy a link to this game');
  const link = (await visitor.page.locator('dialog p[role=status]').innerText()).trim();
  expect(link).toMatch(/\/analyse#g1\.c\.[\w-]{8}$/);
  expect(await violations(visitor)).toEqual([]);

  const friend = await Visitor.arrive(new URL(link).pathname + new URL(link).hash);
  await friend.page.locator('[aria-current=step]').waitFor();
  expect(await friend.page.locator('[aria-current=step]').textContent()).toContain('barragoon on e3');
  await friend.leave();
  await visitor.leave();
});

test('with keys alone one goes through a game, asks the engine and undoes a deletion', async () => {
  const visitor = await Visitor.arrive('/analyse', { ...DESKTOP, bypassCSP: true });
  await visitor.board();
  await open(visitor, GAMES);
  await visitor.page.getByRole('button', { name: 'Open: Ann' }).click();
  await visitor.page.locator('.variation').waitFor();
  const { keyboard } = visitor.page;
  const current = visitor.page.locator('.tree [aria-current=step]');
  await keyboard.press('Home');
  await expect.poll(() => current.count()).toBe(0);
  await keyboard.press('ArrowRight');
  await expect.poll(() => current.textContent()).toContain('d2–d5');
  await keyboard.press('ArrowDown');
  await expect.poll(() => current.textContent()).toContain('d2–d4');
  await keyboard.press('Delete');
  await expect.poll(() => visitor.page.locator('.variation').count()).toBe(0);
  await keyboard.press('Control+z');
  await expect.poll(() => visitor.page.locator('.variation').count()).toBe(1);
  await keyboard.press('l');
  await visitor.page.locator('.line.best .score').filter({ hasText: /\d/ }).waitFor();
  await visitor.page.locator('path.line.may').first().waitFor();
  expect(await violations(visitor)).toEqual([]);
  await keyboard.press('Space');
  await expect.poll(() => visitor.page.locator('.tree .part').count()).toBeGreaterThan(6);
  await keyboard.press('?');
  await visitor.page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await visitor.picture('analyse-keys-desktop');
  await keyboard.press('Escape');

  // The other game of the file is one step away.
  await visitor.press('More');
  await visitor.press('Open');
  await visitor.page.getByRole('button', { name: 'Open: Dora' }).click();
  await expect.poll(() => visitor.page.locator('.tree .part').count()).toBe(1);

  // Proofs for both players, and what an action cost, by ear.
  await keyboard.press('Shift+P');
  await visitor.page
    .locator('.proof .words')
    .filter({ hasText: /White to move: No win/ })
    .waitFor();
  await expect
    .poll(async () => {
      await keyboard.press('v'); // until the engine has looked at the other game
      return visitor.page.locator('[aria-live=polite]').first().textContent();
    })
    .toContain('chances');
  await visitor.leave();
});

test('a running game of one’s own is not analysed, and bad links and texts say what is wrong', async () => {
  const visitor = await Visitor.arrive('/');
  const link = await visitor.invite('Ann');
  const id = /\/game\/([\w-]+)/.exec(link)?.[1] ?? '';
  await visitor.go(`/analyse/game/${id}`);
  await visitor.page.getByText('You are playing this game.').waitFor();
  await visitor.go('/analyse#p1.oops.A');
  await visitor.page.getByText('This link shows no position').waitFor();
  await visitor.press('Start position');
  await visitor.board();
  await open(visitor, '7/7/7/7/7/7/7/7/6q w');
  await visitor.page.getByText('Column 18').waitFor();
  await visitor.leave();
});
