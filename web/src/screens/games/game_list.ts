// Games of this device and of the server in one list.
import { computerName } from '../../play/opponents.ts';
import { readFen } from '../../engine/fen.ts';
import { COLOURS, other, type Cell, type Colour, type Square } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import { nameWords, winnerWords } from '../../languages/words.ts';
import type { GameSummary } from '../../online/messages.ts';
import type { SavedGame } from '../../play/saved_games.ts';

export interface Entry {
  readonly key: string;
  readonly href: string;
  readonly title: string;
  readonly kind: 'local' | 'online';
  readonly isOver: boolean;
  readonly isYourTurn: boolean;
  /** When it ends if nothing happens; null if never. */
  readonly expires: number | null;
  /** How it ended, in words; empty while it goes on, or if it never began. */
  readonly result: string;
  readonly cells: ReadonlyMap<Square, Cell>;
  readonly orientation: Colour;
  readonly turns: number;
  readonly changed: number;
  /** The id of a game of this device, which can be deleted. */
  readonly id: string | null;
}

const WINNERS: Readonly<Record<Exclude<SavedGame['result'], '*'>, Colour | null>> = {
  '1-0': 'white',
  '0-1': 'brown',
  '1/2-1/2': null,
};

export function localEntry(game: SavedGame): Entry {
  const { id, seats, result, fen, turns, changed } = game;
  const computer = COLOURS.find((colour) => seats[colour].kind === 'computer');
  const seat = computer === undefined ? undefined : seats[computer];
  const isOver = result !== '*';
  const you = computer === undefined ? null : other(computer);
  const { cells, actor } = readFen(fen);
  return {
    key: `local ${id}`,
    href: `/local/${id}`,
    title: seat?.kind === 'computer' ? computerName(seat) : peopleWords(seats),
    kind: 'local',
    isOver,
    isYourTurn: !isOver && computer !== undefined && actor !== computer,
    result: isOver ? winnerWords(WINNERS[result], you) : '',
    expires: null,
    cells,
    orientation: you ?? 'white',
    turns,
    changed,
    id,
  };
}

/** Two people at one device; a game that was opened from a file has their names. */
function peopleWords(seats: SavedGame['seats']): string {
  const names = COLOURS.map((colour) => {
    const seat = seats[colour];
    return seat.kind === 'person' ? seat.name : undefined;
  });
  if (names.every((name) => name === undefined)) return say('start.two');
  return names.map((name, index) => name ?? say(COLOURS[index] ?? 'white')).join(' – ');
}

export function onlineEntry(game: GameSummary): Entry {
  const { seats, you, status } = game;
  const opponent = you === null ? null : seats[other(you)];
  return {
    key: `online ${game.game}`,
    href: `/game/${game.game}`,
    title: status === 'open' ? say('task.waiting') : opponent ? nameWords(opponent) : say('opponent'),
    kind: 'online',
    isOver: status === 'over' || status === 'withdrawn' || status === 'aborted',
    isYourTurn: game.your_turn,
    result: status === 'aborted' ? say('result.none') : game.outcome ? winnerWords(game.outcome.winner, you) : '',
    expires: game.expires_at ?? null, // older servers leave it out
    cells: readFen(game.fen).cells,
    orientation: you ?? 'white',
    turns: game.turns,
    changed: game.changed_at,
    id: null,
  };
}
