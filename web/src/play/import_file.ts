// Opening a game file: the rules read it, and it becomes a game of this device.
import { Game } from '../engine/game.ts';
import { engineModule } from '../engine/page_engine.ts';
import { say } from '../languages/language.svelte.ts';
import { keep } from './new_game.ts';

/** A thousand turns with both placements take some 20 kB; comments may be long. */
const LARGEST = 300_000;

/** Gives the id of the new game; an error says what is wrong with the file. */
export async function importFile(file: Blob): Promise<string> {
  if (file.size > LARGEST) throw new Error(say('import.large', { size: Math.ceil(file.size / 1000), most: LARGEST / 1000 }));
  const game = new Game(await engineModule());
  const read = game.read(await file.text());
  return keep(read, game.state());
}
