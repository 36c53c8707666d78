// Opening a game file: the rules read it, and it becomes a game of this device.
import { Game } from '../engine/game.ts';
import { engineModule } from '../engine_room.ts';
import { keep } from './new_game.ts';

/** Gives the id of the new game; an EngineError says what is wrong with the file. */
export async function importFile(file: Blob): Promise<string> {
  const game = new Game(await engineModule());
  const read = game.read(await file.text());
  return keep(read, game.state());
}
