/** One open game as the page knows it: what the server tells, and what is asked of it. */
import { untrack } from 'svelte';
import { ApiError, freshKey, get, post } from '../lib/api';
import type { Role } from '../lib/nations';
import type { Answers, Ask, ClientMessage, Frame, Instruction, Refusal, Replies, TakeBack } from '../lib/types';
import { Feed } from './feed.svelte';
import { allAdded } from './shuffle';

export class Table extends Feed {
  async #request<K extends ClientMessage['type']>(
    message: Extract<ClientMessage, { type: K }>,
    again = false,
  ): Promise<Replies[K]> {
    if (!this.line) throw new ApiError({ key: 'net.lost', args: {}, rule: null });
    return await this.line.send(message, again);
  }

  /** In a lesson, which shows all hands: whom the learner plays. */
  learner: Role | null = $state(null);
  /** The roles that are "I" to whoever reads; at a table where one person decides for all, those that are asked. */
  readonly own: readonly string[] = $derived(
    this.learner
      ? [this.learner]
      : this.sandbox
        ? (this.view?.decision?.roles ?? [])
        : (this.info?.card.seats.find((s) => s.seat === this.seat)?.roles ?? []),
  );

  /** Seconds until a question may be asked again that came too fast; 0 otherwise. */
  wait = $state(0);

  #fail(error: unknown): void {
    this.refusal = error instanceof ApiError ? error.refusal : { key: 'net.odd', args: {}, rule: null };
  }

  /** Waits for a request; null when it was refused, and the refusal is shown. */
  async run<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** Gives an order; true when it was carried out. */
  async order(text: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = null;
    // Whoever moves his pieces knows how the others stand.
    const known = this.menu.groups ? this.orders : 0;
    try {
      await allAdded();
      await this.#request({ type: 'order', text, version: this.version, key: freshKey() }, true);
      this.given++;
      this.undone = this.undone.at(-1) === text ? this.undone.slice(0, -1) : [];
      if (!this.queue.length) this.showing = null;
      this.unread = this.unread.filter((e) => e.n >= known);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Asks whether an order would be taken. */
  async check(text: string): Promise<Refusal | null> {
    try {
      return (await this.#request({ type: 'check', text })).refusal;
    } catch (error) {
      return error instanceof ApiError ? error.refusal : { key: 'net.odd', args: {}, rule: null };
    }
  }

  /** Takes back an order, the stage, or what came after so many orders. */
  async takeBack(what: TakeBack['what']): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refusal = null;
    try {
      const count = what === 'order' ? 1 : what === 'stage' ? this.undo.stage : this.orders - what;
      const back = this.log.slice(-count).reverse();
      await this.#request({ type: 'undo', what, version: this.version, key: freshKey() }, true);
      this.given++;
      this.undone = [...this.undone, ...back.flatMap((e) => e.order ?? [])];
    } catch (error) {
      this.#fail(error);
    } finally {
      this.busy = false;
    }
  }

  /** Asks to go back to where so many orders stood, agrees to it, or refuses; those at one screen speak together. */
  async voteBack(orders: number | null): Promise<void> {
    this.refusal = null;
    const card = this.info?.card;
    try {
      for (const seat of card?.mine ?? [])
        if (!card?.seats[seat]?.bot && (orders === null || orders < this.orders))
          await post(`api/games/${this.game}/seats/${seat}/back`, { orders });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Gives the order again that was taken back last. */
  async redo(): Promise<void> {
    const text = this.undone.at(-1);
    if (text) await this.order(text);
  }

  /** A question about the position; null when there is no answer, or when the game has gone on meanwhile. */
  async ask<K extends Ask['what']>(what: K, about: Partial<Ask> = {}): Promise<Answers[K] | null> {
    const asked = untrack(() => this.#moment);
    const answer = await this.askLate(what, about);
    return asked === this.#moment ? answer : null;
  }

  /** A question whose answer is good for reading also when the game goes on; null when there is none for this seat. */
  async askLate<K extends Ask['what']>(what: K, about: Partial<Ask> = {}): Promise<Answers[K] | null> {
    const asked = untrack(() => this.seat);
    try {
      const { answer } = await this.#request({ ...about, type: 'ask', what });
      this.wait = 0;
      return asked === this.seat ? (answer as Answers[K]) : null;
    } catch (error) {
      const refused = error instanceof ApiError ? error.refusal : null;
      if (refused?.key === 'table.too_fast') this.wait = Number(refused.args.seconds ?? 1);
      return null;
    }
  }

  /** Who looks at which position: what was asked at another moment answers nothing now. */
  get #moment(): string {
    return `${this.seat} ${this.version}`;
  }

  async take(seat: number): Promise<void> {
    try {
      await this.#request({ type: 'take', seat });
    } catch (error) {
      this.#fail(error);
    }
  }

  async say(text: string): Promise<void> {
    try {
      await this.#request({ type: 'chat', text });
    } catch (error) {
      this.#fail(error);
    }
  }

  async saveNotes(text: string): Promise<void> {
    this.notes = text;
    try {
      await this.#request({ type: 'notes', text });
    } catch (error) {
      this.#fail(error);
    }
  }

  async instruct(instruction: Instruction | null): Promise<void> {
    try {
      await this.#request({ type: 'instruct', instruction });
      this.instruction = instruction;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Older entries of the log. */
  async older(): Promise<void> {
    if (this.logFrom <= 0) return;
    const { seat, logFrom } = this;
    const from = Math.max(0, logFrom - 150);
    try {
      const reply = await this.#request({ type: 'log', from, count: logFrom - from });
      if (seat !== this.seat || logFrom !== this.logFrom) return;
      this.log = [...reply.log, ...this.log];
      this.logFrom = reply.from;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Looks at the position after `n` orders; false if something else was asked for meanwhile. */
  async lookBack(n: number): Promise<boolean> {
    this.glance++;
    const glance = this.glance;
    let frame: Frame | null = null;
    if (n < this.orders) {
      try {
        ({ frame } = await this.#request({ type: 'frame', n: Math.max(0, n) }));
      } catch (error) {
        this.#fail(error);
        return false;
      }
    }
    if (glance !== this.glance) return false;
    this.past = frame;
    return true;
  }

  /** After the end nothing is secret any more. */
  async layOpen(): Promise<void> {
    try {
      const found = await get<{ frames: Frame[] }>(
        `api/games/${this.game}/replay?seat=open&from=${this.orders}&count=1`,
      );
      const last = found.frames[0]?.view;
      // A game that was given up or agreed on ended at the table: the position itself knows no result.
      if (last && this.view) this.open = { ...last, result: this.view.result, decision: this.view.decision };
    } catch {
      /* what one knew oneself stays in sight */
    }
  }
}
