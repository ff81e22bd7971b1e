/** A game begun at once: which war, whom one leads, and bots of one level for everybody else. */
import { post } from '../lib/api';
import { recall, remember } from '../lib/kept';
import type { Role } from '../lib/nations';
import type { About } from '../lib/types';

/** The wars that are offered at the door, the shortest first; the form knows all. */
export const WARS = ['west', 'austria', 'standard'] as const;
export type War = (typeof WARS)[number];

const NAME = 'sanssouci-name';
/** What the player calls himself, remembered in this browser. */
export const ownName = (): string => recall(NAME) ?? '';
export const keepName = (name: string): void => remember(NAME, name.trim() || null);

/** Who plays which roles in a war, with as many seats as it has. */
export function seatsOf(about: About, war: string): Role[][] {
  const scenario = about.scenarios.find((s) => s.name === war);
  return scenario?.roles[String(Math.max(...scenario.players))] ?? [];
}

/** The bots one may play against, the weakest first; one that plays at random teaches nothing. */
export const opponents = (about: About): string[] =>
  about.bots
    .filter((b) => b.level > 0)
    .sort((a, b) => a.level - b.level)
    .map((b) => b.name);

/** What is asked of the server. */
export function quickGame(seats: Role[][], war: string, mine: number, bot: string, names: string[]): object {
  return {
    scenario: war,
    players: seats.length,
    roles: 'chosen',
    options: {},
    seats: seats.map((roles, i) => ({
      kind: i === mine ? 'here' : 'bot',
      name: names[i] ?? '',
      ...(i === mine ? {} : { bot }),
      roles,
    })),
    pace: null,
    hints: true,
    position: null,
  };
}

/** Begins it; gives its id. */
export const begin = async (game: object): Promise<string> => (await post<{ game: string }>('api/games', game)).game;
