// Keys of an exercise: what belongs to a field, a dialogue or the browser stays theirs.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleKey, type PressedKey } from '../../src/screens/exercise_keys.ts';

const heard: PressedKey[] = [];
const listen = (event: KeyboardEvent): void => {
  handleKey(event, (key) => () => heard.push(key));
};

beforeEach(() => {
  heard.length = 0;
  document.body.innerHTML = '<button>Next</button><input><dialog open><p>?</p></dialog><div class="board"></div>';
  document.addEventListener('keydown', listen);
});
afterEach(() => {
  document.removeEventListener('keydown', listen);
});

function press(selector: string, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  document.querySelector(selector)?.dispatchEvent(event);
  return event;
}

test('letters are heard whatever their case, and who has the focus is known', () => {
  press('.board', 'H');
  press('button', 'Enter');
  expect(heard).toEqual([
    { name: 'h', isOnButton: false },
    { name: 'Enter', isOnButton: true },
  ]);
});

test.each([
  ['a field', 'input', 'h', {}],
  ['a dialogue', 'dialog p', 'h', {}],
  ['the browser', '.board', 'r', { ctrlKey: true }],
])('a key of %s is left alone', (_, selector, key, more) => {
  expect(press(selector, key, more).defaultPrevented).toBe(false);
  expect(heard).toEqual([]);
});

test('what is done with a key is not done with it elsewhere too', () => {
  const board = vi.fn();
  window.addEventListener('keydown', board);
  expect(press('.board', 's').defaultPrevented).toBe(true);
  expect(board).not.toHaveBeenCalled();
  window.removeEventListener('keydown', board);
});

test('a letter that is held is heard once', () => {
  press('.board', 'h');
  expect(press('.board', 'h', { repeat: true }).defaultPrevented).toBe(true);
  press('.board', 'Backspace', { repeat: true });
  expect(heard.map(({ name }) => name)).toEqual(['h', 'Backspace']);
});
