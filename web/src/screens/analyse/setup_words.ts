// What is wrong with a set-up, in words; a FEN is one line, so the column alone says where.
import type { SetupProblem } from '../../engine/setup.ts';
import type { Cell } from '../../engine/vocabulary.ts';
import { fill } from '../../languages/language.svelte.ts';
import type { RecordWords } from '../../languages/records.ts';
import { tell } from '../../languages/analysis.svelte.ts';

/** In the order of the palette, White's first. */
export const TILES: readonly Cell[] = ['Z', 'D', 'V', 'z', 'd', 'v'];

export function setupWords(words: RecordWords, { code, parameters, text, column }: SetupProblem): string {
  const { defects = [], rank = 0, count = 0 } = parameters;
  const listed = defects.map((defect) => words[`defect.${defect}`]).join('; ');
  const problem = fill(words[code as 'fen_fields'], { text, rank, count, defects: listed });
  return defects.length > 0 ? problem : tell('open.column', { column, problem });
}
