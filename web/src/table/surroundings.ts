/** What a game needs of the world around it: a line to the server, and whether anybody looks. */
import type { ClientMessage, Replies, ServerMessage } from '../lib/types';
import { Socket, type Link } from './socket';

/** A line to the server. */
export interface Line {
  /** Sends a message and gives its reply; with `again` it is sent once more after a lost connection. */
  send<K extends ClientMessage['type']>(
    message: Extract<ClientMessage, { type: K }>,
    again?: boolean,
  ): Promise<Replies[K]>;
  /** Try at once: the laptop woke up, the network is back. */
  wake(): void;
  close(): void;
}

export interface Surroundings {
  connect(
    game: string,
    seat: () => number | null | undefined,
    hear: (message: ServerMessage) => void,
    link: (state: Link) => void,
  ): Line;
  /** Nobody looks at the page just now. */
  isAway(): boolean;
  /** Calls whenever the page wakes up; returns what ends it. */
  onWake(wake: () => void): () => void;
}

/** The browser. */
export const page: Surroundings = {
  connect: (game, seat, hear, link) => new Socket(game, seat, hear, link),
  isAway: () => document.hidden,
  onWake: (wake) => {
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  },
};
