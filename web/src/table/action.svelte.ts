/**
 * What the player is about to do: which pieces are taken up, which way they go, which city or card is chosen.
 * It offers only what the menu offers and ends in the text of one order.
 */
import { decidingOf } from '../decisions/registry';
import type { AnyMenu } from '../lib/menu';
import type { Choice, MoveGroup, PlanAid, Walk } from '../lib/types';
import { filled, walkOf } from '../lib/walks';
import { roadTo } from '../map/roads';
import { isTrain, rankOf } from './pieces';
import type { Table } from './store.svelte';

export interface Prospect {
  city: string;
  kind: 'conquest' | 'question';
  by: string[];
}

/** Orders that a form of their own takes over when they are proposed. */
const FORMS = new Set(['play', 'pass', 'allot', 'recruit']);

export class Action {
  /** The pieces taken up for a move. */
  picked: string[] = $state([]);
  /** Nodes of the walk graph entered so far: city/steps/main. */
  nodes: string[] = $state([]);
  takes = $state(0);
  /** Cities named for a decision (retreat, East Prussia, …). */
  named: string[] = $state([]);
  general: string | null = $state(null);
  card: string | null = $state(null);
  reserve = $state(0);
  recruiting = $state(false);
  /** A depot touched while recruiting, until the form has taken note of it. */
  depot: string | null = $state(null);
  hover: string | null = $state(null);
  /** The place where the planned move ends, judged. */
  outlook: PlanAid | null = $state.raw(null);
  /** Cities of an order that somebody proposes, while it is pointed at. */
  proposed: string[] = $state.raw([]);
  /** An order filled in but not given, for the order line. */
  draft = $state('');
  /** An order somebody proposes, until the form it belongs to has taken it over. */
  suggested: string | null = $state(null);
  #stamp: AnyMenu | null = null;

  constructor(private readonly table: Table) {}

  get menu(): AnyMenu {
    return this.table.active;
  }
  get state(): string {
    return this.menu.state ?? '';
  }
  /** What the decision makes of the map. */
  decision = $derived.by(() => decidingOf(this.state, this));

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
    this.named = [];
    this.general = null;
    this.card = null;
    this.hover = null;
    this.outlook = null;
    this.proposed = [];
    this.suggested = null;
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

  /** Every walk of the group, step by step. */
  walk = $derived.by((): Walk | null => (this.group ? walkOf(this.group) : null));

  /** Pieces that may be taken up. */
  litPieces = $derived.by((): ReadonlySet<string> => new Set(this.decision.pieces()));

  /** Where the way has led so far. */
  path = $derived(this.nodes.map((n) => n.split('/')[0] ?? ''));
  head = $derived(this.nodes.at(-1) ?? this.walk?.start ?? null);
  canStop = $derived.by(() => {
    if (!this.nodes.length) return false;
    const last = this.nodes.at(-1) ?? '';
    return this.walk?.ends.includes(last) ?? false;
  });

  /** Cities one may click now, with how they are lit. */
  litCities = $derived.by((): ReadonlyMap<string, 'end' | 'step' | 'choice'> => {
    const lit = new Map<string, 'end' | 'step' | 'choice'>();
    if (this.walk && this.head) {
      for (const [node] of this.#reach(this.head)) {
        const at = node.split('/')[0] ?? '';
        if (this.walk.ends.includes(node)) lit.set(at, 'end');
        else if (!lit.has(at)) lit.set(at, 'step');
      }
      // Back to where it stands is a way one walks city by city: to touch the piece itself again lays it down.
      if (!this.nodes.length) lit.delete(this.group?.city ?? '');
    } else for (const c of this.decision.cities()) lit.set(c, 'choice');
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
    this.picked = pieces;
    const group = this.group;
    if (!group) return;
    if (group.takes)
      this.takes = Math.min(
        group.takes[1],
        Math.max(group.takes[0], Math.round((group.takes[0] + group.takes[1]) / 2)),
      );
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
    if (!this.walk || !this.head) return false;
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
    return true;
  }

  stepBack(): void {
    if (this.nodes.length) this.nodes = this.nodes.slice(0, -1);
    else this.clear();
  }

  /** What the move takes or marks: the objectives that its generals leave behind (R5.2, R5.6). */
  prospects = $derived.by((): Prospect[] => {
    const group = this.group;
    if (!group || !this.nodes.length || isTrain(group.pieces[0] ?? '')) return [];
    return [...new Set([group.city, ...this.path.slice(0, -1)])].flatMap((city) => {
      const by = this.menu.leaving?.[city];
      return by ? [{ city, kind: by.length ? ('question' as const) : ('conquest' as const), by }] : [];
    });
  });

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

  /** The choice of the menu that stands for what was named. */
  #choice = $derived.by((): Choice | undefined => {
    const { general, card, named } = this;
    const cities = [...named].sort().join();
    return this.menu.orders?.find(
      (o) =>
        (general && o.general === general) ||
        (card && o.card === card) ||
        (named.length &&
          (o.city === named[0] || o.path?.join() === named.join() || [...(o.cities ?? [])].sort().join() === cities)),
    );
  });

  /** The order as it stands, or null while something is missing. */
  order = $derived.by((): string | null => {
    const gaps = { takes: this.takes, path: this.path.join(' ') };
    if (this.group) return this.nodes.length && this.canStop ? filled(this.group, gaps) : null;
    return this.#choice && !this.menu.groups ? filled(this.#choice, gaps) : null;
  });

  /** Asks for a judgement of the planned move; none while nothing is planned. */
  async judge(): Promise<void> {
    const text = this.group ? this.order : null;
    if (!text) {
      this.outlook = null;
      return;
    }
    const found = await this.table.ask('plan', { text });
    if (text === this.order) this.outlook = found;
  }

  /** The cities an order speaks of, for the map. */
  citiesOf(order: string): string[] {
    const [verb = '', who = '', ...rest] = order.split(' ');
    const view = this.table.view;
    const at = (piece: string): string[] => [view?.pieces[piece]?.city ?? ''].filter(Boolean);
    if (verb === 'move') return [...at(who.split('+')[0] ?? ''), ...rest.slice(rest[0] === 'takes' ? 2 : 0)];
    if (verb === 'attack') return [...at(who), ...at(rest[0] ?? '')];
    return verb === 'retreat' || verb === 'evade' ? [who] : [];
  }

  /** Takes over a proposed order that begins so: from then on the form shows it. */
  takeOver(...verbs: string[]): string | null {
    const order = this.suggested;
    if (!order || !verbs.includes(order.split(' ')[0] ?? '')) return null;
    this.suggested = null;
    return order;
  }

  /** Fills an order in without giving it: where it is made by hand, else in the order line. */
  fill(order: string): void {
    const [verb = '', who = '', ...rest] = order.split(' ');
    this.proposed = [];
    if (FORMS.has(verb)) {
      this.clear();
      if (verb === 'recruit') this.recruiting = true;
      this.suggested = order;
      return;
    }
    if (verb !== 'move') {
      const one = this.menu.orders?.find((o) => o.order === order);
      this.clear();
      this.general = one?.general ?? null;
      this.card = one?.card ?? null;
      this.named = one?.path ?? one?.cities ?? (one?.city ? [one.city] : []);
      if (!this.order) this.draft = order;
      return;
    }
    this.recruiting = false;
    this.pick(who.split('+'));
    if (rest[0] === 'takes') this.takes = Number(rest[1]);
    for (const city of rest.slice(rest[0] === 'takes' ? 2 : 0)) {
      const next = this.walk?.steps[this.head ?? '']?.find((node) => node.startsWith(`${city}/`));
      if (next) this.nodes = [...this.nodes, next];
    }
  }

  async confirm(): Promise<void> {
    const text = this.order;
    if (text && (await this.table.order(text))) this.clear();
  }

  async give(text: string): Promise<void> {
    if (await this.table.order(text)) this.clear();
  }

  /** "No, thank you", or null where that is no answer. */
  get decline(): string | null {
    const no = this.menu.none ? this.menu.orders?.find((o) => Object.keys(o).length === 1) : null;
    return no?.order ?? null;
  }

  /** The order of the menu for a combat. */
  attack(attacker: string, defender: string): Promise<void> {
    const one = this.menu.orders?.find((o) => o.attacker === attacker && o.defender === defender);
    return this.give(one?.order ?? '');
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
    return this.decision.touch(city, view);
  }
}
