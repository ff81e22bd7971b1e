/** Where the map looks: at what one is asked, at a battle, at what one looks back to; not at every order of others. */
import { placeOf } from '../log/tell';
import { city as cityOf } from '../map/board';
import type { Viewport } from '../map/viewport.svelte';
import { nationOf } from './pieces';
import type { Feed } from './feed.svelte';

/** How near a battle is looked at, and how much of a margin a teacher's cities are given. */
const BATTLE = 1.15;
const LESSON = 0.9;
const EDGE = 60;

export class Camera {
  constructor(
    private readonly table: Feed,
    private readonly map: Viewport,
    /** Whether every order of others is to be looked at. */
    private readonly follows: () => boolean,
  ) {}

  /** Where the order was carried out that is shown just now. */
  get told(): string | null {
    return placeOf(this.table.past?.entry ?? (this.follows() ? this.table.showing : null));
  }
  /** Where the decision that waits is to be taken. */
  get asked(): string | null {
    const { active, view } = this.table;
    return (active.general ? view?.pieces[active.general]?.city : undefined) ?? active.cities?.[0] ?? null;
  }
  /** Whose stage it is to move, as one word: it changes once a stage. */
  get mover(): string {
    const { active, view } = this.table;
    return active.groups ? `${view?.turn} ${active.nation}` : '';
  }
  /** Where a combat is fought. */
  get field(): string | null {
    const { table } = this;
    // A battle that has just ended is looked at until that has been read; then the next one.
    if (table.holding) return table.outcomes[0]?.city ?? null;
    return table.shown?.combat?.current?.attacker.city ?? null;
  }

  /** Brings a city into sight. */
  reveal(id: string | null): void {
    const c = cityOf(id ?? '');
    if (c && this.map.started) this.map.reveal(c.x, c.y);
  }
  /** Where none of the pieces can be seen that are to move, the map goes to them. */
  findMovers(): void {
    const { map, table } = this;
    if (!map.started) return;
    const own = Object.entries(table.view?.pieces ?? {}).flatMap(([id, p]) =>
      nationOf(id) === table.active.nation ? (cityOf(p.city ?? '') ?? []) : [],
    );
    const first = own[0];
    if (first && !own.some((c) => map.sees(c.x, c.y))) map.glideTo(first.x, first.y, map.scale);
  }
  /** A combat is looked at from near. */
  goToBattle(id: string | null): void {
    const c = cityOf(id ?? '');
    if (c && this.map.started) this.map.glideTo(c.x, c.y, Math.max(this.map.scale, BATTLE));
  }
  /** A city somebody asked for, near enough to read. */
  show(id: string): void {
    const { map } = this;
    const c = cityOf(id);
    if (!c) return;
    map.reveal(c.x, c.y);
    if (map.scale < 0.7) map.glideTo(c.x, c.y, LESSON);
  }
  /** A teacher points at cities: near enough to read and far enough to see them all. */
  guide(cities: string[]): void {
    const { map } = this;
    const seen = cities.flatMap((id) => cityOf(id) ?? []);
    const c = seen[0];
    if (!c) return;
    const wide = Math.max(...seen.map((s) => Math.abs(s.x - c.x)));
    const high = Math.max(...seen.map((s) => Math.abs(s.y - c.y)));
    const most = Math.min((map.width / 2 - EDGE) / Math.max(1, wide), (map.height / 2 - EDGE) / Math.max(1, high));
    map.glideTo(c.x, c.y, Math.min(most, Math.max(map.scale, LESSON)));
  }
}
