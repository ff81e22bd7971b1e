/** What the others say or propose, so that it is seen where one looks: a mark on its tab, and a word on the map. */
import { t } from '../i18n/index.svelte';
import { play } from './sounds';
import type { Table } from './store.svelte';

/** How long a word stays on the map, in milliseconds. */
const STAYS = 12_000;

export class News {
  /** The word on the map, and where it leads. */
  word: string | null = $state(null);
  leads: 'people' | 'game' | 'play' = 'people';
  #read = $state(-1);
  #fate = $state(0);
  #known: { line: number; proposal: string; back: string; again: string; rematch: string | null } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** Lines nobody has looked at yet. */
  get unread(): boolean {
    const { table } = this;
    return table.chat.some((l) => l.n > this.#read && l.seat !== table.seat);
  }
  /** Somebody proposes an end to which one has not answered. */
  get proposed(): boolean {
    return this.#open(this.table.info?.card.proposal);
  }
  /** Somebody asks to go back, and one has not answered. */
  get backAsked(): boolean {
    return this.#open(this.table.info?.card.back);
  }
  #open(asked: { agreed: number[] } | null | undefined): boolean {
    const { seat } = this.table;
    return asked != null && seat !== null && !asked.agreed.includes(seat);
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
    const { proposal, back, rematch_proposal: again } = info.card;
    const called = (number: number | undefined): string => info.card.seats[number ?? -1]?.name ?? '';
    const now = {
      line: last?.n ?? -1,
      proposal: proposal ? proposal.winners.join() + '?' : '',
      back: back ? `${back.seat} ${back.orders}` : '',
      again: again ? `${again.roles}?` : '',
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
      this.#tell('people', t('news.said', { name: last.name, text: last.text }));
    else if (proposal && now.proposal !== before.proposal && (seat === null || !proposal.agreed.includes(seat)))
      this.#tell(
        'game',
        t(proposal.winners.length ? 'news.win' : 'news.draw', {
          name: called(proposal.agreed[0]),
          winners: proposal.winners,
        }),
      );
    else if (back && now.back !== before.back && (seat === null || !back.agreed.includes(seat)))
      this.#tell('play', t('back.proposed', { name: called(back.seat), count: this.table.orders - back.orders }));
    else if (again && now.again !== before.again && this.#open(again))
      this.#tell('play', t('people.rematchAsked', { name: called(again.agreed[0]) }));
    else if (now.rematch && now.rematch !== before.rematch) this.#tell('play', t('news.rematch'));
  }

  #tell(leads: News['leads'], word: string): void {
    play('word');
    this.word = word;
    this.leads = leads;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.word = null), STAYS);
  }
}
