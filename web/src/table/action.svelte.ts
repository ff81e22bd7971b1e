/**
 * What the player is about to do: which pieces are taken up, which way they go, which city or card is chosen.
 * It offers only what the menu offers and ends in the text of one order.
 */
import type { AnyMenu } from '../lib/menu';
import type { MoveGroup, Walk } from '../lib/types';
import { city as cityOf } from '../map/board';
import { roadTo } from '../map/roads';
import { piecesAt, rankOf } from './pieces';
import type { Table } from './store.svelte';

const NAMED_GENERAL: Record<string, string> = {
  FREE_TROOP: 'reinforce',
  RETIRE: 'retire',
  LOSE_TROOP: 'lose',
  FLIP: 'flip',
};
const NAMED_CARD: Record<string, string> = {
  FORCED_DISCARD: 'discard',
  OFFENSIVE: 'offensive',
  REDRAW: 'redraw',
  GIFT: 'gift',
};
const NAMED_CITY: Record<string, string> = { EVADE: 'evade', RETREAT_PICK: 'retreat', LAUDON: 'laudon' };

export interface Prospect {
  city: string;
  kind: 'conquest' | 'question';
  by: string[];
}

export class Action {
  /** The pieces taken up for a move. */
  picked: string[] = $state([]);
  /** Nodes of the walk graph entered so far: city/steps/main. */
  nodes: string[] = $state([]);
  walk: Walk | null = $state.raw(null);
  takes = $state(0);
  /** Cities named for a decision (retreat, East Prussia, …). */
  named: string[] = $state([]);
  general: string | null = $state(null);
  card: string | null = $state(null);
  reserve = $state(0);
  recruiting = $state(false);
  /** What the move would conquer or mark, as the server tells it. */
  prospects: Prospect[] = $state.raw([]);
  hover: string | null = $state(null);
  #stamp: AnyMenu | null = null;

  constructor(private readonly table: Table) {}

  get menu(): AnyMenu {
    return this.table.active;
  }
  get state(): string {
    return this.menu.state ?? '';
  }

  /** Called whenever the menu changes: an old intention does not outlive its decision. */
  sync(): void {
    if (this.#stamp === this.table.menu) return;
    this.#stamp = this.table.menu;
    this.clear();
    this.recruiting = false;
  }

  clear(): void {
    this.picked = [];
    this.nodes = [];
    this.walk = null;
    this.named = [];
    this.general = null;
    this.card = null;
    this.prospects = [];
    this.hover = null;
  }

  // --- moving -------------------------------------------------------------------------------------------------

  #groups = $derived.by((): MoveGroup[] => this.menu.groups ?? []);
  get groups(): MoveGroup[] {
    return this.#groups;
  }

  group = $derived.by((): MoveGroup | null => {
    if (!this.picked.length) return null;
    return (
      this.#groups.find(
        (g) => g.pieces.length === this.picked.length && g.pieces.every((p) => this.picked.includes(p)),
      ) ?? null
    );
  });

  /** Pieces that may be taken up. */
  litPieces = $derived.by((): ReadonlySet<string> => {
    if (this.state in NAMED_GENERAL) return new Set(this.menu.generals ?? []);
    if (this.state === 'COMBAT_PICK') return new Set((this.menu.pairs ?? []).flat());
    if (this.recruiting) return new Set();
    return new Set(this.#groups.flatMap((g) => g.pieces));
  });

  /** Where the way has led so far. */
  path = $derived(this.nodes.map((n) => n.split('/')[0] ?? ''));
  head = $derived(this.nodes.at(-1) ?? this.walk?.start ?? null);
  canStop = $derived.by(() => {
    if (!this.nodes.length) return false;
    const last = this.nodes.at(-1) ?? '';
    return this.walk ? this.walk.ends.includes(last) : (this.group?.ends[this.path.at(-1) ?? ''] ?? null) !== null;
  });

  /** Cities one may click now, with how they are lit. */
  litCities = $derived.by((): ReadonlyMap<string, 'end' | 'step' | 'choice'> => {
    const lit = new Map<string, 'end' | 'step' | 'choice'>();
    const state = this.state;
    if (this.group) {
      if (this.walk && this.head) {
        const reached = this.#reach(this.head);
        for (const [node] of reached) {
          const at = node.split('/')[0] ?? '';
          if (this.walk.ends.includes(node)) lit.set(at, 'end');
          else if (!lit.has(at)) lit.set(at, 'step');
        }
      } else for (const end of Object.keys(this.group.ends)) lit.set(end, 'end');
      // Back to where it stands is a way one walks city by city: to touch the piece itself again lays it down.
      if (!this.nodes.length) lit.delete(this.group.city);
    } else if (this.recruiting) {
      for (const c of [
        ...Object.values(this.menu.recruit?.generals ?? {}).flat(),
        ...(this.menu.recruit?.trains.cities ?? []),
      ])
        lit.set(c, 'choice');
    } else if (state in NAMED_CITY || state === 'EAST_PRUSSIA')
      for (const c of this.menu.cities ?? []) lit.set(c, 'choice');
    else if (state === 'WEST') {
      const depth = this.named.length;
      for (const p of this.menu.paths ?? [])
        if (this.named.every((c, i) => p[i] === c) && p[depth]) lit.set(p[depth], 'choice');
    }
    return lit;
  });

  /** All nodes that can follow, with the way to each (breadth first: the shortest). */
  #reach(from: string): Map<string, string[]> {
    const found = new Map<string, string[]>();
    const line: [string, string[]][] = [[from, []]];
    for (let i = 0; i < line.length; i++) {
      const [node, way] = line[i] ?? ['', []];
      for (const next of this.walk?.steps[node] ?? []) {
        if (found.has(next)) continue;
        const longer = [...way, next];
        found.set(next, longer);
        line.push([next, longer]);
      }
    }
    return found;
  }

  /** Takes up pieces; an empty list lays them down. */
  pick(pieces: string[]): void {
    this.nodes = [];
    this.walk = null;
    this.prospects = [];
    this.picked = pieces;
    const group = this.group;
    if (!group) return;
    if (group.takes)
      this.takes = Math.min(
        group.takes[1],
        Math.max(group.takes[0], Math.round((group.takes[0] + group.takes[1]) / 2)),
      );
    const asked = pieces;
    void this.table.ask('walk', { pieces }).then((walk) => {
      if (this.picked === asked || this.picked.join() === asked.join())
        this.walk = walk && 'start' in walk ? walk : null;
    });
  }

  /** The largest group of a city, else whatever may move there. */
  pickAt(city: string): boolean {
    const here = this.#groups.filter((g) => g.city === city);
    if (!here.length) return false;
    const largest = here.reduce((a, b) => (b.pieces.length > a.pieces.length ? b : a));
    this.pick([...largest.pieces].sort((a, b) => rankOf(a) - rankOf(b)));
    return true;
  }

  /** Adds or takes out one general of the stack, if the menu knows such a group. */
  toggle(piece: string): void {
    const next = this.picked.includes(piece) ? this.picked.filter((p) => p !== piece) : [...this.picked, piece];
    this.pick(next);
  }

  /** Goes on along the road, or straight to a city within reach. */
  goTo(city: string): boolean {
    const group = this.group;
    if (!group) return false;
    if (this.walk && this.head) {
      let best: string[] | null = null;
      let fair = false;
      for (const [node, way] of this.#reach(this.head)) {
        if (!node.startsWith(`${city}/`)) continue;
        const stops = this.walk.ends.includes(node);
        if (!best || way.length < best.length || (stops && !fair && way.length === best.length)) {
          best = way;
          fair = stops;
        }
      }
      if (!best) return false;
      this.nodes = [...this.nodes, ...best];
    } else {
      const way = group.ends[city];
      if (!way) return false;
      this.nodes = way.map((c, i) => `${c}/${i + 1}/-`);
    }
    void this.#foresee();
    return true;
  }

  stepBack(): void {
    if (this.nodes.length) {
      this.nodes = this.nodes.slice(0, -1);
      void this.#foresee();
    } else this.clear();
  }

  /** Asks about the objectives that the move leaves behind. */
  async #foresee(): Promise<void> {
    const group = this.group;
    if (!group) return;
    const nodes = this.nodes;
    const nation = this.menu.nation;
    const left = [group.city, ...this.path.slice(0, -1)].filter((c) => cityOf(c)?.objective);
    const answers = await Promise.all(
      [...new Set(left)].map(async (c) => [c, await this.table.ask('objective', { city: c })] as const),
    );
    if (nodes !== this.nodes || !nation) return;
    this.prospects = answers.flatMap(([c, a]) => {
      if (!a?.for.includes(nation)) return [];
      return [
        {
          city: c,
          kind: a.protected.length ? ('question' as const) : ('conquest' as const),
          by: a.protected.map((p) => p.general),
        },
      ];
    });
  }

  // --- the text of the order ----------------------------------------------------------------------------------

  /** What is planned, as one word: a change of mind makes what was said about the last plan out of date. */
  plan = $derived(
    [
      this.picked.join('+'),
      this.nodes.join(),
      this.named.join(),
      this.general,
      this.card,
      this.takes,
      this.reserve,
      this.recruiting,
    ].join('|'),
  );

  /** The order as it stands, or null while something is missing. */
  order = $derived.by((): string | null => {
    const m = this.menu;
    const state = this.state;
    if (this.group && this.nodes.length && this.canStop) {
      const takes = this.group.takes ? ` takes ${this.takes}` : '';
      return `move ${this.picked.join('+')}${takes} ${this.path.join(' ')}`;
    }
    const verb = NAMED_GENERAL[state];
    if (verb && this.general) return `${verb} ${this.general}`;
    const cardVerb = NAMED_CARD[state];
    if (cardVerb && this.card) return `${cardVerb} ${this.card}`;
    if (state === 'TRADE' && this.card && m.nation) return `trade ${m.nation} ${this.card}`;
    const cityVerb = NAMED_CITY[state];
    if (cityVerb && this.named[0])
      return `${cityVerb} ${this.named[0]}${state === 'LAUDON' && m.takes ? ` takes ${this.takes}` : ''}`;
    if (state === 'EAST_PRUSSIA' && this.named.length === m.choose) return `liberate ${this.named.join(' ')}`;
    if (state === 'WEST' && m.paths?.some((p) => p.join() === this.named.join())) return `west ${this.named.join(' ')}`;
    return null;
  });

  async confirm(): Promise<void> {
    const text = this.order;
    if (text && (await this.table.order(text))) this.clear();
  }

  async give(text: string): Promise<void> {
    if (await this.table.order(text)) this.clear();
  }

  /** What "no, thank you" is called in this state, or null. */
  get decline(): string | null {
    const m = this.menu;
    if (!m.none) return null;
    if (this.state === 'OFFENSIVE') return 'offensive no';
    if (this.state === 'TRADE') return `trade ${m.nation ?? ''} none`;
    const verb =
      NAMED_GENERAL[this.state] ??
      NAMED_CARD[this.state] ??
      (this.state === 'LAUDON' ? 'laudon' : this.state === 'WEST' ? 'west' : null);
    return verb ? `${verb} none` : null;
  }

  // --- the pointer on the map ---------------------------------------------------------------------------------

  /** A city out of reach is answered with the rule: the order is put to the referee, and the plan stays. */
  async #miss(group: MoveGroup, city: string): Promise<void> {
    const way = roadTo(group.city, city);
    if (!way.length) return;
    const plan = this.plan;
    const refusal = await this.table.check(`move ${group.pieces.join('+')} ${way.join(' ')}`);
    if (plan === this.plan) this.table.refusal = refusal;
  }

  /** The pieces taken up were dropped on a city: a way is planned, or said why there is none. */
  drop(city: string): void {
    const group = this.group;
    if (group && group.city !== city && !this.goTo(city)) void this.#miss(group, city);
  }

  /** A city was tapped; true when it meant something to the action. */
  tap(city: string): boolean {
    const view = this.table.view;
    const state = this.state;
    if (!view || !state) return false;
    if (this.group) {
      if (this.path.at(-1) === city && this.canStop) {
        void this.confirm();
        return true;
      }
      if (this.litCities.has(city)) return this.goTo(city);
      if (this.group.city === city) this.clear();
      else if (!this.pickAt(city)) void this.#miss(this.group, city);
      return true;
    }
    if (state === 'MOVE_MENU' && !this.recruiting) return this.pickAt(city);
    if (this.recruiting) return false;
    if (this.litCities.has(city)) {
      if (state === 'EAST_PRUSSIA') {
        this.named = this.named.includes(city)
          ? this.named.filter((c) => c !== city)
          : [...this.named, city].slice(-(this.menu.choose ?? 2));
      } else if (state === 'WEST') this.named = [...this.named, city];
      else if (this.named[0] === city) void this.confirm();
      else {
        this.named = [city];
        if (state === 'LAUDON' && this.menu.takes) this.takes = this.menu.takes[0];
      }
      return true;
    }
    if (state in NAMED_GENERAL) {
      const here = piecesAt(view, city).filter((p) => this.menu.generals?.includes(p));
      if (here[0]) {
        this.general = here[(here.indexOf(this.general ?? '') + 1) % here.length] ?? null;
        return true;
      }
    }
    if (state === 'COMBAT_PICK') {
      const here = piecesAt(view, city);
      const pairs = (this.menu.pairs ?? []).filter((p) => here.includes(p[0]) || here.includes(p[1]));
      if (pairs.length === 1 && pairs[0]) {
        void this.give(`attack ${pairs[0][0]} ${pairs[0][1]}`);
        return true;
      }
    }
    return false;
  }
}
