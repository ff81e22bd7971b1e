/** What is looked at on the map: a city and whoever stands there, their reach, what they protect and live on. */
import type { ObjectiveAid, PieceAid, Threats } from '../lib/types';
import type { City } from '../map/board';
import { city as cityOf } from '../map/board';
import { piecesAt } from './pieces';
import type { Table } from './store.svelte';

/** How long the pointer rests on a piece before it is asked about, in milliseconds. */
const REST = 350;

export class Look {
  /** The city whose card is open. */
  city: string | null = $state(null);
  /** The city that is ringed on the map. */
  focus: string | null = $state(null);
  /** Cities that a teacher points at. */
  marks: string[] = $state.raw([]);
  answer: PieceAid | null = $state.raw(null);
  objective: ObjectiveAid | null = $state.raw(null);
  /** What could fall and who could be attacked by the enemy's next move; null while it is not shown. */
  threats: Threats | null = $state.raw(null);

  /** The piece the answer speaks of. */
  #piece: string | null = null;
  #asked = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #glimpse = false;

  constructor(private readonly table: Table) {}

  close(): void {
    this.city = null;
    this.focus = null;
    this.#forget();
  }

  #forget(): void {
    this.#asked++;
    this.#piece = null;
    this.#glimpse = false;
    this.answer = null;
    this.objective = null;
  }

  /** Opens the card of a city; null closes it. */
  async at(c: City | null): Promise<void> {
    this.city = this.focus = c?.id ?? null;
    this.#forget();
    if (c) await this.#ask(c);
  }

  async #ask(c: City): Promise<void> {
    if (!this.table.view) return;
    const asked = ++this.#asked;
    this.#piece = piecesAt(this.table.view, c.id)[0] ?? null;
    const answer = this.#piece ? await this.table.ask('piece', { piece: this.#piece }) : null;
    if (asked !== this.#asked) return;
    this.answer = answer;
    const objective = c.objective ? await this.table.ask('objective', { city: c.id }) : null;
    if (asked === this.#asked) this.objective = objective;
  }

  /** The game has gone on: what is shown is asked for again, and closed where the piece has left. */
  refresh(): void {
    if (this.threats) void this.#threats();
    const c = this.city ? cityOf(this.city) : undefined;
    const gone = this.#piece !== null && this.table.view?.pieces[this.#piece]?.city !== (this.city ?? this.focus);
    if (!c) {
      this.#forget();
      if (gone) this.focus = null;
    } else if (gone) this.close();
    else void this.#ask(c);
  }

  /** Resting on a piece shows the same as a tap, but without the card. */
  hover(c: City | null, quiet: () => boolean): void {
    clearTimeout(this.#resting);
    if (this.#glimpse && !this.city) this.#forget();
    const piece = c && this.table.view && !this.city && !quiet() ? piecesAt(this.table.view, c.id)[0] : undefined;
    if (!piece) return;
    const asked = this.#asked;
    this.#resting = setTimeout(() => {
      void this.table.ask('piece', { piece }).then((a) => {
        if (asked !== this.#asked || this.city || quiet()) return;
        this.answer = a;
        this.#glimpse = true;
      });
    }, REST);
  }

  async toggleThreats(): Promise<void> {
    if (this.threats) this.threats = null;
    else await this.#threats();
  }

  async #threats(): Promise<void> {
    const found = await this.table.ask('threats');
    if (found) this.threats = found;
  }
}
