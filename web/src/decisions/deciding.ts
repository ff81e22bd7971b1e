/**
 * What a decision makes of the map: which pieces and cities are lit, and what it means to touch a city. This is how
 * any decision works whose menu offers cities, ways or generals; one that works otherwise has a class of its own here.
 */
import type { AnyMenu } from '../lib/menu';
import type { Action } from '../table/action.svelte';
import { piecesAt } from '../table/pieces';
import type { View } from '../lib/types';

export class Deciding {
  constructor(protected readonly action: Action) {}

  /** Is it shown in another place than the panel of decisions? */
  readonly elsewhere: boolean = false;

  protected get menu(): AnyMenu {
    return this.action.menu;
  }

  /** Pieces that may be touched. */
  pieces(): readonly string[] {
    return this.menu.generals ?? [];
  }

  /** Cities that may be named: all that are offered, or where the ways lead on that begin as was named. */
  cities(): readonly string[] {
    const { named } = this.action;
    const on = (this.menu.paths ?? []).filter((p) => named.every((c, i) => p[i] === c));
    return [...(this.menu.cities ?? []), ...on.map((p) => p[named.length] ?? '').filter(Boolean)];
  }

  /** A city that may be named was touched: it is the choice, and once more confirms it. */
  name(city: string): void {
    const { action } = this;
    if (action.named[0] === city) void action.confirm();
    else {
      action.named = [city];
      if (this.menu.takes) action.takes = this.menu.takes[0];
    }
  }

  /** A city was touched; true when it meant something. */
  touch(city: string, view: View): boolean {
    if (this.cities().includes(city)) {
      this.name(city);
      return true;
    }
    const here = piecesAt(view, city).filter((p) => this.menu.generals?.includes(p));
    if (!here.length) return false;
    // A stack of several: each touch names the next of them.
    this.action.general = here[(here.indexOf(this.action.general ?? '') + 1) % here.length] ?? null;
    return true;
  }
}
