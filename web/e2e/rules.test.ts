// The boards of the rules page on a small phone: what they say is never cut off.
import { expect, test } from 'vitest';
import { PHONE, Visitor } from './visitor.ts';

test.each(['en', 'de', 'fr', 'it'])('the banner of a lesson has room for its sentences (%s)', async (locale) => {
  const visitor = await Visitor.arrive('/rules', { ...PHONE, viewport: { width: 320, height: 640 }, locale });
  const lessons = visitor.page.locator('.lesson');
  await lessons.last().locator('[role=grid]').waitFor();
  const count = await lessons.count();
  expect(count).toBeGreaterThan(10);
  let chosen = 0;
  for (let number = 0; number < count; number += 1) {
    const lesson = lessons.nth(number);
    const [movable] = await lesson
      .locator('.cell.active')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-square') ?? ''));
    if (movable !== undefined) {
      await lesson.locator(`[role=gridcell][data-square=${movable}]`).focus();
      await visitor.page.keyboard.press('Enter');
      await lesson.locator('.target').first().waitFor({ state: 'attached' });
      chosen += 1;
    }
    // A line that is cut off leaves at least half a line below.
    const cut = await lesson
      .locator('.banner :is(.task, .second, .now)')
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollHeight > part.clientHeight + 6).map((part) => part.textContent),
      );
    expect.soft(cut, `lesson ${number + 1}`).toEqual([]);
  }
  expect(chosen).toBeGreaterThan(8);
  await visitor.leave();
});
