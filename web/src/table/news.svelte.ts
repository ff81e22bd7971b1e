/** What the others say or propose, so that it is seen where one looks: a mark on its tab, and a word on the map. */
import { t } from '../i18n/index.svelte';
import type { Table } from './store.svelte';

/** How long a word stays on the map, in milliseconds. */
const STAYS = 12_000;

export class News {
  /** The word on the map. */
  word: string | null = $state(null);
  #read = $state(-1);
  #fate = $state(0);
  #known: { line: number; proposal: string; back: string; rematch: string | null } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** Lines and proposals nobody has looked at yet. */
  get unread(): boolean {
    const { table } = this;
    const asked = [table.info?.card.proposal, table.info?.card.back].some(
      (open) => open && table.seat !== null && !open.agreed.includes(table.seat),
    );
    return asked || table.chat.some((l) => l.n > this.#read && l.seat !== table.seat);
  }
  /** A card of fate was turned that has not been looked at. */
  get struck(): boolean {
    return (this.table.view?.fate.drawn.length ?? 0) > this.#fate;
  }
  /** Somebody opened a tab. */
  open(tab: string): void {
    if (tab === 'people') {
      this.#read = this.table.chat.at(-1)?.n ?? -1;
      this.word = null;
    }
    if (tab === 'fate') this.#fate = this.table.view?.fate.drawn.length ?? 0;
  }

  /** Called whenever talk or people change; what was there at first is no news. */
  hear(): void {
    const { chat, info, seat } = this.table;
    if (!info) {
      this.#known = null;
      return;
    }
    const last = chat.at(-1);
    const { proposal, back } = info.card;
    const now = {
      line: last?.n ?? -1,
      proposal: proposal ? proposal.winners.join() + '?' : '',
      back: back ? `${back.seat} ${back.orders}` : '',
      rematch: info.card.rematch,
    };
    const before = this.#known;
    this.#known = now;
    if (!before) {
      this.#read = now.line;
      this.#fate = this.table.view?.fate.drawn.length ?? 0;
      return;
    }
    if (last && now.line !== before.line && last.seat !== seat)
      this.#tell(t('news.said', { name: last.name, text: last.text }));
    else if (proposal && now.proposal !== before.proposal && (seat === null || !proposal.agreed.includes(seat)))
      this.#tell(
        proposal.winners.length ? t('people.proposal', { winners: proposal.winners }) : t('people.proposalDraw'),
      );
    else if (back && now.back !== before.back && (seat === null || !back.agreed.includes(seat)))
      this.#tell(
        t('back.proposed', { name: info.card.seats[back.seat]?.name ?? '', count: this.table.orders - back.orders }),
      );
    else if (now.rematch && now.rematch !== before.rematch) this.#tell(t('news.rematch'));
  }

  #tell(word: string): void {
    this.word = word;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.word = null), STAYS);
  }
}
