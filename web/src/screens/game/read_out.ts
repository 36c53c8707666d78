// What a key has read out in a game, for those who don't see the board.
import { COLOURS, type Colour } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import { stepWords, taskWords } from '../../languages/words.ts';
import { clockText, left } from '../../play/clock.ts';
import type { Table } from '../../play/table.svelte.ts';
import { endingWords } from './ending.ts';
import { lastSteps } from './last_turn.ts';
import { mobilityWords } from './mobility_words.ts';

/** What is read out for a key; null for a key that has nothing read out. `choices` are the squares to choose from, in words. */
export function readOut(table: Table, key: string, choices: readonly string[]): string | null {
  switch (key) {
    case 'l':
      return lastTurnWords(table);
    case 'm':
      return choices.join('. ');
    case 't':
      return clocksWords(table);
    case 'w':
      return endingWords(table)?.result ?? task(table);
    case 'b':
      return COLOURS.map((colour) => mobilityWords(table, colour)).join('. ');
    default:
      return null;
  }
}

function lastTurnWords(table: Table): string {
  const steps = lastSteps(table).map((step) => stepWords(step, table.players[step.player].name, table.orientation));
  return steps.join('. ') || say('panel.none');
}

function clocksWords({ clocks, clockShift }: Table): string {
  if (clocks === null) return say('start.clock.none');
  const clock = (colour: Colour): string => clockText(left(clocks, colour, Date.now() + clockShift));
  return `${say('white')} ${clock('white')}, ${say('brown')} ${clock('brown')}`;
}

function task(table: Table): string {
  return taskWords(table.now, table.steps.at(-1), table.you, (colour) => table.nameOf(colour)).sentence;
}
