/** Where the map looks: at what one is asked, at a battle, at what one looks back to; not at every order of others. */
import { untrack } from 'svelte';
import { placeOf } from '../log/tell';
import { city as cityOf } from '../map/board';
import type { Viewport } from '../map/viewport.svelte';
import { nationOf } from './pieces';
import type { Table } from './store.svelte';
import { isWanted } from './wishes.svelte';

/** Sets the camera up; to be called while a component starts. */
export function guideCamera(table: Table, map: Viewport): void {
  const reveal = (id: string | null | undefined): void => {
    const c = cityOf(id ?? '');
    if (c && map.started) untrack(() => map.reveal(c.x, c.y));
  };
  $effect(() => reveal(placeOf(table.past?.entry ?? (isWanted('follow') ? table.showing : null))));
  // A new decision with cities to choose from is brought into sight.
  $effect(() => {
    const here = table.active.general ? table.view?.pieces[table.active.general]?.city : undefined;
    reveal(here ?? table.active.cities?.[0]);
  });
  // Where none of the pieces can be seen that are to move, the map goes to them.
  const mover = $derived(table.active.groups ? `${table.view?.turn} ${table.active.nation}` : '');
  $effect(() => {
    if (!mover || !map.started) return;
    untrack(() => {
      const own = Object.entries(table.view?.pieces ?? {}).flatMap(([id, p]) =>
        nationOf(id) === table.active.nation ? (cityOf(p.city ?? '') ?? []) : [],
      );
      const seen = own.some((c) => {
        const p = map.toScreen(c.x, c.y);
        return p.x > 0 && p.y > 0 && p.x < map.width && p.y < map.height;
      });
      const first = own[0];
      if (first && !seen) map.glideTo(first.x, first.y, map.scale);
    });
  });
  // A combat is looked at from near.
  const field = $derived(table.shown?.combat?.current?.attacker.city ?? null);
  $effect(() => {
    const c = cityOf(field ?? '');
    if (c && map.started) untrack(() => map.glideTo(c.x, c.y, Math.max(map.scale, 1.15)));
  });
}
