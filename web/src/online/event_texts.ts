// Between the protocol's messages and the event language of games: which command asks for an event, and which events a
// game on the server consists of.
import type { GameEvent } from '../engine/game.ts';
import type { PlayerEvent } from '../engine/game_words.ts';
import type { NewCommand } from './game_socket.ts';
import type { AnyEvent, State } from './messages.ts';

/** A game as the server sent it; one before version 0.2 had no events, one before 0.3 did not expire. */
export type ServerState = Omit<State, 'events' | 'expires_at'> & {
  readonly events?: readonly string[];
  readonly expires_at?: number | null;
};

/** What a player asks the server for. Who asks, the server knows. */
export function commandOf(event: GameEvent): NewCommand {
  const [verb, about = ''] = event.split(' ') as [string, string?];
  switch (verb as PlayerEvent | 'touch' | 'take_back') {
    case 'touch':
      return { t: 'touch', square: about };
    case 'offer_draw':
      return { t: 'offer_draw', kind: 'agreement' };
    case 'claim_repetition':
      return { t: 'offer_draw', kind: 'repetition' };
    case 'accept_draw':
      return { t: 'accept_draw' };
    case 'decline_draw':
      return { t: 'decline_draw' };
    case 'resign':
      return { t: 'resign' };
    case 'take_back':
      return { t: 'ask_take_back' };
    default:
      return { t: 'act', action: event };
  }
}

/** The whole game as events; without them, the actions and what is touched now have to do. */
export function eventsOf({ events, actions, standing }: ServerState): readonly string[] {
  return events ?? [...actions, ...standing.touched.map((square) => `touch ${square}`)];
}

/** The game after a message. */
export function afterEvent({ events, ...game }: ServerState, event: AnyEvent): ServerState {
  const { seq, standing } = event;
  const seats = event.t === 'joined' ? event.seats : game.seats;
  const actions =
    event.t === 'acted'
      ? [...game.actions, event.action]
      : event.t === 'took_back'
        ? game.actions.slice(0, event.keeps)
        : game.actions;
  // Something has happened, so that it is a long time until the game expires.
  const next = { ...game, seq, seats, actions, standing, expires_at: null };
  const apply = (event as { readonly apply?: readonly string[] }).apply ?? []; // older servers leave it out
  const isComplete = events !== undefined && (apply.length > 0 || actions === game.actions);
  return isComplete ? { ...next, events: [...events, ...apply] } : next;
}
