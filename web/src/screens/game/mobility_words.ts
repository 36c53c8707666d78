// Which tiles of a player can move, for those who don't see the row of them.
import type { Colour } from '../../engine/vocabulary.ts';
import { say } from '../../languages/language.svelte.ts';
import type { Table } from '../../play/table.svelte.ts';

export function mobilityWords(table: Table, colour: Colour): string {
  const tiles = table.tiles[colour];
  const stuck = tiles.filter(({ canMove }) => !canMove).map(({ square }) => square);
  const count = tiles.length - stuck.length;
  const sentence = say('mobility.spoken', { player: table.players[colour].name, count, total: tiles.length });
  return stuck.length === 0 ? sentence : `${sentence}, ${say('mobility.stuck', { squares: stuck.join(', ') })}`;
}
