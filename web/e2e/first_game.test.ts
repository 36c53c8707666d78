// What a newcomer meets on a phone: fingers that rest, drag and slip; words for everything; the way home and back.
import { expect, test } from 'vitest';
import { finger } from './finger.ts';
import { DESKTOP, PHONE, Visitor } from './visitor.ts';

async function takeTile(visitor: Visitor): Promise<void> {
  await visitor.move('d2', 'd5');
  await visitor.move('d8', 'd5');
}

test('the first game says how to begin, and leads home and back', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.page.getByRole('link', { name: 'Read the rules' }).waitFor();
  await visitor.page.getByText('White', { exact: true }).first().click();
  await visitor.press('Begin');
  await visitor.board();
  await visitor.until('its dots say how far it goes');
  await visitor.move('d2', 'd4');
  await visitor.untilYours();
  await visitor.page.getByRole('link', { name: 'Home' }).click();
  await visitor.page.getByRole('link', { name: /Pip, level 1.*Your turn/ }).click();
  await visitor.untilYours();
  await visitor.picture('first-game');
  await visitor.leave();
});

test('a finger that rests on a face reads what it means, and drags it to its square', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  const touch = await finger(visitor);
  const explained = visitor.page.locator('.explained');
  await touch('Start', 'b4');
  await explained.filter({ hasText: 'No Way: no tile crosses it' }).waitFor();
  await touch('End');
  await explained.waitFor({ state: 'detached' });
  await visitor.until('b4, No Way: no tile crosses it');

  await takeTile(visitor);
  const face = '.tray button[aria-label^="Left Turn: enter going left"]';
  await touch('Start', face);
  await explained.filter({ hasText: 'enter going left, leave going down' }).waitFor();
  await touch('Move', 'd4');
  await touch('Move', 'd6');
  await visitor.page.locator('.ghost.lifted').waitFor();
  expect(await visitor.page.locator('.hand').count()).toBe(1);
  await visitor.picture('first-drag');
  await touch('End');
  await visitor.until('Tap it again to place it');
  await visitor.tap('d6');
  await visitor.until('Now Brown places');

  // The square first: then the face is asked for.
  await visitor.tap('d4');
  await visitor.until('Now pick a symbol');
  await visitor.leave();
});

test.each([
  ['upright', PHONE],
  ['lengthwise', { ...PHONE, viewport: { width: 740, height: 360 } }],
] as const)('a draw offered in a placement can be answered, then the tray is there again (%s)', async (_, size) => {
  const visitor = await Visitor.arrive('/', size);
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  await takeTile(visitor);
  for (const name of ['More', 'Draw', 'Offer a draw', 'Decline']) await visitor.press(name);
  await visitor.page.getByText('offers a draw').waitFor({ state: 'detached' });
  await visitor.place(0, 'd6');
  await visitor.until('Now Brown places');
  await visitor.leave();
});

test('a finger sees the path before it decides, where moves are confirmed', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.page.evaluate(() => {
    localStorage.setItem('barragoon.settings', JSON.stringify({ confirm: true }));
  });
  // The 3-tile runs through the Left Turn on e7 and takes on e9.
  await visitor.import('[FEN "3Ydv1/1zdz1S1/s2DN>1/1x5/x3xWx/V4xV/6d/1-1wZn1/6D w - 18 00 14"]\n\n*\n');
  await visitor.board();
  const touch = await finger(visitor);
  const tap = async (square: string): Promise<void> => {
    await touch('Start', square);
    await touch('End');
  };
  await tap('d7');
  await tap('e9');
  await visitor.until('Tap again to take. Then Brown places first.');
  const steps = visitor.page.locator('.step + *');
  expect(await steps.count()).toBe(3);
  expect(await visitor.page.locator('path.line.may').count()).toBe(1);
  await visitor.picture('first-path');
  await tap('e9');
  await visitor.until('Brown places first, then White');
  await visitor.leave();
});

test('wheel and R turn the face in hand', async () => {
  const visitor = await Visitor.arrive('/', DESKTOP);
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  await takeTile(visitor);
  const inHand = (): Promise<string | null> => visitor.page.locator('.tray .chosen').getAttribute('aria-label');
  await visitor.page.locator('.tray button').nth(1).click();
  expect(await inHand()).toContain('going up');
  const { x, y } = await visitor.middle('d4');
  await visitor.page.mouse.move(x, y);
  await visitor.page.mouse.wheel(0, 100);
  await expect.poll(inHand).toContain('going right');
  await visitor.page.mouse.wheel(0, -100);
  await expect.poll(inHand).toContain('going up');
  await visitor.page.keyboard.press('r');
  await expect.poll(inHand).toContain('going right');
  await visitor.page.keyboard.press('Shift+R');
  await expect.poll(inHand).toContain('going up');
  await visitor.leave();
});

test('what was agreed on is seen during play', async () => {
  const visitor = await Visitor.arrive('/', PHONE);
  await visitor.openOptions();
  await visitor.page.getByLabel('Brown').last().selectOption('2');
  await visitor.page.getByLabel('Touch-move').check();
  expect(await visitor.page.getByLabel('Allow take-backs').isChecked()).toBe(false);
  await visitor.closeSheet();
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  await visitor.page
    .getByText('Brown loses when it is their turn and fewer than 3 tiles can move')
    .waitFor({ state: 'attached' });
  await visitor.until('Touch-move: what you touch must move');
  await visitor.tap('d2');
  await visitor.tap('d2');
  await visitor.tap('e2');
  await visitor.until('d2 was touched and must move');
  await visitor.picture('first-agreed');
  await visitor.leave();
});

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('the targets of a touched tile are there with the next frame (%s)', async (name, size) => {
  const visitor = await Visitor.arrive('/', size);
  await visitor.page.locator('.others button').first().click();
  await visitor.board();
  for (const square of ['d2', 'b1', 'f1', 'c2', 'e2']) {
    await visitor.page.evaluate(() => {
      const before = new Set(document.querySelectorAll('.target'));
      const press = ({ timeStamp }: Event): void => {
        let frames = 0;
        const look = (): void => {
          frames += 1;
          const isNew = [...document.querySelectorAll('.target')].some((target) => !before.has(target));
          if (isNew) Object.assign(window, { seen: { frames, after: performance.now() - timeStamp } });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      addEventListener('pointerdown', press, { capture: true, once: true });
    });
    await visitor.tap(square);
    const seen = await visitor.page.waitForFunction(
      () => (window as unknown as { seen?: { frames: number; after: number } }).seen,
    );
    const { frames, after } = (await seen.jsonValue()) ?? { frames: 0, after: 0 };
    expect(frames).toBe(1);
    console.log(`${name}: targets of ${square} drawn with frame ${frames}, ${after.toFixed(1)} ms after the touch`);
    await visitor.page.evaluate(() => Object.assign(window, { seen: undefined }));
    await visitor.page.keyboard.press('Escape');
  }
  await visitor.leave();
});
