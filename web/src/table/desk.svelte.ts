/** One's place at the table: the game, what one is about to do, what is looked at, and which papers lie open. */
import { city as cityOf, type City } from '../map/board';
import { Viewport } from '../map/viewport.svelte';
import { Action } from './action.svelte';
import { Camera } from './camera';
import { Look } from './look.svelte';
import { News } from './news.svelte';
import { Table } from './store.svelte';
import { page, type Surroundings } from './surroundings';
import { isWanted } from './wishes.svelte';

export const TABS = ['play', 'nations', 'fate', 'log', 'lists', 'people'] as const;
export type Tab = (typeof TABS)[number];
/** What lies over the table until it is closed. */
export type Sheet = 'settings' | 'keys' | 'stage' | 'reference' | 'game';

export class Desk {
  readonly table: Table;
  readonly action: Action;
  readonly look: Look;
  readonly news: News;
  readonly map = new Viewport();
  readonly camera: Camera;
  tab: Tab = $state('play');
  /** On a phone: the panel is folded away and leaves all the room to the map. */
  folded = $state(false);
  /** The pieces are taken off the map for a moment. */
  hidden = $state(false);
  sheet: Sheet | null = $state(null);
  sinceOpen = $state(false);
  /** The player uses keys: the focus must not be lost. */
  typing = false;
  /** Puts the cursor into a field of the page, or presses one of its buttons. */
  focusOn: (field: 'find' | 'order' | 'end' | 'recruit' | 'panel') => void = () => undefined;

  /** Brings the panel of the decision into sight, below whatever a teacher says. */
  reveal: () => void = () => undefined;

  /** Whether the player writes, reads or answers something just now and is not to be called away from it. */
  isOccupied: () => boolean = () => this.sheet !== null;

  #greeted: number | null = null;

  constructor(
    game: string,
    around: Surroundings = page,
    /** Whether there is no more room than on a phone. */
    private readonly isNarrow: () => boolean = () => matchMedia('(max-width: 760px)').matches,
  ) {
    this.table = new Table(game, around);
    this.action = new Action(this.table);
    this.look = new Look(this.table);
    this.news = new News(this.table);
    this.camera = new Camera(this.table, this.map, () => isWanted('follow'));
  }

  /** Opens a tab; on a phone the open tab, touched again, folds the panel away. */
  open(tab: Tab): void {
    this.folded = this.tab === tab && !this.folded && this.isNarrow();
    this.tab = tab;
    this.news.open(tab);
  }
  /** Goes where the word on the map leads. */
  follow(): void {
    const { news } = this;
    if (news.leads === 'game') this.sheet = 'game';
    else {
      this.tab = news.leads;
      this.folded = false;
      news.open(news.leads);
    }
    news.word = null;
  }
  /** Something waits for the player: the panel of the decision comes up, unless he is occupied elsewhere. */
  call(): void {
    if (!this.isOccupied()) this.tab = 'play';
  }
  /** Whoever comes back sees first what happened since. */
  greet(): void {
    const { table } = this;
    if (table.seat === null || !table.view || this.#greeted === table.seat) return;
    this.#greeted = table.seat;
    // Whoever comes back into a combat sees that one.
    this.sinceOpen = table.since > 0 && this.missed > 1 && !table.view.combat?.current;
  }
  /** How many orders of others one has not answered yet. */
  get missed(): number {
    const { table } = this;
    return table.log.filter((e) => e.n >= table.since && e.seat !== table.seat).length;
  }
  closeSince(): void {
    this.table.present();
    this.sinceOpen = false;
  }
  /** The teacher points at cities. */
  guide(centre: string | null, marks: string[]): void {
    this.look.marks = marks;
    this.camera.guide([centre ?? '', ...marks]);
  }
  /** Shows a city that was named somewhere. */
  show(id: string): void {
    if (!cityOf(id)) return;
    this.look.focus = id;
    this.camera.show(id);
  }
  hover(c: City | null): void {
    if (this.action.hover === (c?.id ?? null)) return;
    this.action.hover = c?.id ?? null;
    this.look.hover(c, () => this.action.group !== null);
  }
  /** A city was touched; true when it meant something to the decision. */
  tap(c: City | null): boolean {
    const { action, look } = this;
    if (!c || this.table.past || !action.tap(c.id)) {
      void look.at(c);
      return false;
    }
    // On a phone the panel says what the tap meant.
    this.tab = 'play';
    if (this.isNarrow()) this.reveal();
    // There is no room on a phone for what one knows of a piece beside where it may go.
    if (action.group?.city === c.id && !action.nodes.length && !this.isNarrow()) void look.at(c);
    else if (!action.picked.length && look.city === c.id) look.close();
    else look.city = null;
    return true;
  }
  /** A piece is taken up by dragging it; false lets the map be dragged. */
  lift(c: City): boolean {
    return !this.table.past && this.action.groups.some((g) => g.city === c.id) && this.action.pickAt(c.id);
  }
  drop(c: City | null): void {
    if (c) this.action.drop(c.id);
    this.tab = 'play';
    this.action.hover = null;
  }
  /** Takes up the next group that may move. */
  nextMovable(): void {
    const cities = [...new Set(this.action.groups.map((g) => g.city))];
    const next = cities[(cities.indexOf(this.action.group?.city ?? '') + 1) % cities.length];
    if (!next) return;
    this.action.pickAt(next);
    this.show(next);
    this.tab = 'play';
  }
  /** Lays down what was taken up last: a look back, a plan, a card on the map. */
  cancel(): void {
    const { action, table } = this;
    if (this.sinceOpen) this.closeSince();
    else if (table.past) table.present();
    else if (action.picked.length || action.named.length || action.card || action.general) {
      action.clear();
      this.look.close();
    } else this.look.close();
  }
}
