// Sockets and time as a browser has them.
import { freshId } from '../browser/fresh_id.ts';
import { socketAddress } from './api.ts';
import type { Dial, Timing } from './game_socket.ts';

export function dialler(game: string): Dial {
  return (since, hearing) => {
    const socket = new WebSocket(socketAddress(game, since));
    socket.addEventListener('open', () => {
      hearing.opened();
    });
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      hearing.heard(event.data);
    });
    socket.addEventListener('close', (event) => {
      hearing.closed(event.code);
    });
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => {
        socket.close();
      },
    };
  };
}

export const TIMING: Timing = {
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
  random: () => Math.random(),
  newId: () => freshId(),
};
