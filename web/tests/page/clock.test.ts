import { expect, test } from 'vitest';
import { clockText, handOver, isFast, left, reward, startClocks } from '../../src/play/clock.ts';

const RULE = { initial: 60, increment: 2 };

test('time is lost by whoever must act, and by nobody else', () => {
  const begun = handOver(startClocks(RULE, 0), 'white', 1000);
  expect(left(begun, 'white', 11_000)).toBe(50_000);
  expect(left(begun, 'brown', 11_000)).toBe(60_000);
  const handed = handOver(begun, 'brown', 11_000);
  expect(left(handed, 'white', 99_000)).toBe(50_000);
  expect(left(handed, 'brown', 99_000)).toBe(0);
});

test('a completed turn earns the increment', () => {
  expect(reward(startClocks(RULE, 0), 'brown', RULE).brown).toBe(62_000);
});

test('a clock is fast that leaves less than eight minutes for forty turns', () => {
  expect(isFast({ initial: 180, increment: 2 })).toBe(true);
  expect(isFast({ initial: 300, increment: 3 })).toBe(true);
  expect(isFast({ initial: 300, increment: 5 })).toBe(false);
  expect(isFast({ initial: 480, increment: 0 })).toBe(false);
});

test('a clock shows minutes and seconds, and tenths when it matters', () => {
  expect(clockText(300_000)).toBe('5:00');
  expect(clockText(61_001)).toBe('1:02');
  expect(clockText(9_400)).toBe('9.4');
  expect(clockText(0)).toBe('0.0');
});
