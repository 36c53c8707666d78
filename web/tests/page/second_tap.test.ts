import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropSecondTap } from '../../src/browser/second_tap.ts';

let hit: string[] = [];
beforeEach(() => {
  hit = [];
  document.addEventListener('click', dropSecondTap, { capture: true });
  document.body.innerHTML =
    '<button id="resign"></button><button id="yes"></button><button id="hint" data-steps></button>' +
    '<div role="grid"><i></i></div>';
  for (const element of document.querySelectorAll('button, i'))
    element.addEventListener('click', () => hit.push(element.id || 'square'));
});
afterEach(() => {
  document.removeEventListener('click', dropSecondTap, { capture: true });
});

let time = 0;
function click(selector: string, { detail = 1, later = 100, x = 50, type = 'mouse' } = {}): void {
  time += later;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail, clientX: x, clientY: 700 });
  Object.defineProperties(event, { timeStamp: { value: time }, pointerType: { value: type } });
  document.querySelector(selector)?.dispatchEvent(event);
}

test('the second half of a double click does not hit what the first has brought', () => {
  click('#resign', { later: 1000 });
  click('#yes', { detail: 2 });
  expect(hit).toEqual(['resign']);
  click('#yes', { later: 600 });
  expect(hit).toEqual(['resign', 'yes']);
});

test('a double tap neither, which not every browser counts', () => {
  click('#resign', { later: 1000, type: 'touch' });
  click('#yes', { type: 'touch', x: 60 });
  expect(hit).toEqual(['resign']);
});

test('two quick taps elsewhere, on the same button, on the board or by keys all count', () => {
  click('#resign', { later: 1000, type: 'touch' });
  click('#yes', { type: 'touch', x: 150 });
  click('#yes', { type: 'touch', x: 150 });
  click('i', { type: 'touch', x: 150 });
  click('#resign', { detail: 0, x: 150 });
  expect(hit).toEqual(['resign', 'yes', 'yes', 'square', 'resign']);
});

test('a double tap on a button with several steps takes one of them', () => {
  click('#hint', { later: 1000, type: 'touch' });
  click('#hint', { type: 'touch', x: 55 });
  expect(hit).toEqual(['hint']);
  click('#hint', { later: 600, type: 'touch' });
  click('#hint', { later: 600 });
  click('#hint', { detail: 2 });
  click('#hint', { detail: 0 });
  expect(hit).toEqual(['hint', 'hint', 'hint', 'hint']);
});
