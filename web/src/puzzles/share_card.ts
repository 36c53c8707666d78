// A puzzle as a card to be shown elsewhere: its board beside what is asked, and nothing of the answer.
import { picture } from '../board/picture.ts';
import { readFen } from '../engine/fen.ts';
import { solver, type Puzzle } from './puzzle.ts';

/** As wide and high as the previews of most sites. */
const CARD = { width: 1200, height: 630 } as const;
const MARGIN = 30;
const BOARD = { width: 452, height: 570 } as const;
const TEXT_LEFT = 2 * MARGIN + BOARD.width + 20;
const TITLE_SIZE = 58;
/** So many letters of the title fit on a line. */
const LETTERS = 21;

export interface CardWords {
  /** What is asked. */
  readonly title: string;
  /** What it is, and where it is to be found. */
  readonly kind: string;
  readonly address: string;
}

export function shareCard(puzzle: Puzzle, words: CardWords, colour: (name: string) => string): string {
  const board = picture(readFen(puzzle.fen).cells, solver(puzzle), colour).replace(
    /<svg [^>]*(viewBox="[^"]*") width="\d+" height="\d+">/,
    `<svg x="${MARGIN}" y="${MARGIN}" $1 width="${BOARD.width}" height="${BOARD.height}">`,
  );
  const lines = wrapped(words.title, LETTERS);
  const title = lines.map((line, index) =>
    text(line, 250 + index * TITLE_SIZE * 1.2, { size: TITLE_SIZE, fill: colour('--ink'), isBold: true }),
  );
  const parts = [
    `<rect width="${CARD.width}" height="${CARD.height}" fill="${colour('--page')}"/>`,
    board,
    text(words.kind, 150, { size: 34, fill: colour('--quiet') }),
    ...title,
    text(words.address, CARD.height - 60, { size: 28, fill: colour('--quiet') }),
  ];
  const size = `viewBox="0 0 ${CARD.width} ${CARD.height}" width="${CARD.width}" height="${CARD.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" ${size}>${parts.join('')}</svg>`;
}

interface TextStyle {
  readonly size: number;
  readonly fill: string;
  readonly isBold?: boolean;
}

function text(words: string, y: number, { size, fill, isBold = false }: TextStyle): string {
  const weight = isBold ? ' font-weight="600"' : '';
  return `<text x="${TEXT_LEFT}" y="${Math.round(y)}" font-size="${size}" fill="${fill}"${weight}>${escaped(words)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(words: string): string {
  return words.replace(/[&<>]/g, (letter) => ENTITIES[letter] ?? letter);
}

/** Words in lines of at most so many letters; a longer word has a line of its own. */
export function wrapped(words: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
