/** The state of one open game: fed by the socket, read by every component. */
import { untrack } from 'svelte';
import { ApiError, freshKey, get } from '../lib/api';
import type { AnyMenu } from '../lib/menu';
import type {
  Answers,
  Ask,
  ChatLine,
  ClientMessage,
  Curtain,
  Entry,
  Frame,
  Instruction,
  Refusal,
  Replies,
  ServerMessage,
  Snapshot,
  TableInfo,
  Undo,
  Update,
  View,
} from '../lib/types';
import type { Role } from '../lib/nations';
import { endsStage, weightOf, type Weight } from '../log/report';
import { Socket, type Link } from './socket';

export type Speed = 'step' | 'normal' | 'instant';
const SPEED = 'sanssouci-speed';
const PAUSE = 1100;

function keptSpeed(): Speed {
  try {
    const kept = localStorage.getItem(SPEED);
    return kept === 'step' || kept === 'instant' ? kept : 'normal';
  } catch {
    return 'normal';
  }
}

/** Something that must not be missed, and how much it weighs. */
export interface Report {
  entry: Entry;
  weight: Weight;
}

export class Table {
  link: Link = $state('connecting');
  seat: number | null = $state(null);
  roles: Role[] = $state([]);
  version = $state(0);
  view: View | null = $state.raw(null);
  menu: AnyMenu = $state.raw({});
  role: Role | null = $state(null);
  undo: Undo = $state.raw({ order: 0, stage: 0 });
  log: Entry[] = $state.raw([]);
  logFrom = $state(0);
  orders = $state(0);
  since = $state(0);
  notes = $state('');
  instruction: Instruction | null = $state.raw(null);
  chat: ChatLine[] = $state.raw([]);
  info: TableInfo | null = $state.raw(null);
  curtain: Curtain | null = $state.raw(null);
  gone: string | null = $state(null);
  sandbox = $state(false);
  /** The last refusal, until it is read or the game goes on. */
  refusal: Refusal | null = $state.raw(null);
  /** How many of my orders went through since the page was opened: what belonged to the one before is put away. */
  given = $state(0);
  /** An order is on its way. */
  busy = $state(false);
  /** Orders of others that wait to be shown. */
  queue: Update[] = $state.raw([]);
  /** The entry that is being shown just now. */
  showing: Entry | null = $state.raw(null);
  /** A look back: the position after an earlier order. */
  past: Frame | null = $state.raw(null);
  speed: Speed = $state(keptSpeed());
  /** What happened and must not be missed, until it is acknowledged or the next order is given. */
  reports: Report[] = $state.raw([]);
  /** The end of a finished game with every hand and every strength laid open. */
  open: View | null = $state.raw(null);
  /** My orders that were taken back, the earliest last: they can be given again until another one is given. */
  undone: string[] = $state.raw([]);
  /** A teacher tells what happens: nothing waits to be acknowledged. */
  taught = false;

  #socket: Socket | null = null;
  #timer = 0;
  /** Counts the looks back and ahead: only the latest counts. */
  #glance = 0;

  constructor(readonly game: string) {}

  start(): () => void {
    this.#socket = new Socket(
      this.game,
      () => (this.view ? this.seat : undefined),
      (m) => this.#hear(m),
      (l) => (this.link = l),
    );
    const wake = (): void => this.#socket?.wake();
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      clearTimeout(this.#timer);
      this.#socket?.close();
    };
  }

  /** What the map shows: the past while one looks back, else the present. */
  get shown(): View | null {
    return this.past?.view ?? (this.view?.result ? (this.open ?? this.view) : this.view);
  }
  /** My menu, but not while something else is being shown. */
  get active(): AnyMenu {
    return this.past || this.queue.length || this.curtain || this.holding ? {} : this.menu;
  }
  /** Whether the game waits until a report is acknowledged; whoever wants everything at once is not held up. */
  get holding(): boolean {
    return this.speed !== 'instant' && !this.taught && this.reports.some((r) => r.weight !== 'outcome');
  }
  /** The report has been read: the game goes on. */
  acknowledge(): void {
    this.reports = [];
    if (this.queue.length) this.#wait();
  }
  /** The seats that are to act, told by the view itself. */
  get waiting(): number[] {
    const roles = this.view?.decision?.roles ?? [];
    return (this.info?.card.seats ?? []).filter((s) => s.roles.some((r) => roles.includes(r))).map((s) => s.seat);
  }
  get myTurn(): boolean {
    return this.menu.state !== undefined;
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#snapshot(message);
        break;
      case 'update':
        this.#update(message);
        break;
      case 'curtain':
        this.#lower(message);
        break;
      case 'table': {
        const { type: _, ...info } = message;
        this.info = info;
        break;
      }
      case 'chat':
        this.chat = [...this.chat.filter((l) => l.n !== message.line.n), message.line];
        break;
      case 'gone':
        if (message.why !== 'shutdown' && message.why !== 'slow') {
          this.gone = message.why;
          this.view = null;
          this.#socket?.close();
        }
        break;
      case 'reply':
        break;
    }
  }

  #snapshot(s: Snapshot): void {
    clearTimeout(this.#timer);
    this.curtain = null;
    this.queue = [];
    this.showing = null;
    this.present();
    this.seat = s.seat;
    this.roles = s.roles;
    this.log = s.log;
    this.logFrom = s.log_from;
    this.since = s.since;
    this.notes = s.notes;
    this.instruction = s.instruction;
    this.chat = s.chat;
    this.info = s.table;
    this.reports = [];
    this.undone = [];
    this.sandbox = s.sandbox ?? false;
    this.#present(s);
  }

  #present(s: Snapshot | Update): void {
    this.version = s.version;
    this.view = s.view;
    this.menu = s.menu;
    this.role = s.role;
    this.undo = s.undo;
    this.orders = s.orders;
  }

  #update(u: Update): void {
    // An order goes with the version of the newest message, also while older ones are still being shown.
    this.version = u.version;
    const mine = u.log.every((e) => e.seat === this.seat);
    if (this.speed === 'instant' || (mine && this.queue.length === 0) || document.hidden) {
      this.#flush();
      this.#apply(u);
      return;
    }
    this.queue = [...this.queue, u];
    if (this.queue.length === 1) this.#wait();
  }

  #apply(u: Update): void {
    const fighting = this.#fighting;
    const told = u.log
      .filter((e) => e.n >= this.orders)
      .flatMap((entry) => {
        const weight = weightOf(entry, this.seat, fighting);
        return weight ? [{ entry, weight }] : [];
      });
    if (u.log.some((e) => e.n >= this.orders && e.seat === this.seat)) this.reports = told;
    else if (told.length) this.reports = [...this.reports, ...told];
    const keep = this.log.filter((e) => e.n < u.log_from);
    this.log = [...keep, ...u.log];
    if (u.log_from < this.logFrom) this.logFrom = u.log_from;
    const version = this.version;
    this.#present(u);
    this.version = Math.max(version, u.version);
    if (u.log.some((e) => e.seat === this.seat)) this.since = u.orders;
  }

  /** Whether a stack of mine stands in the combat that is fought. */
  get #fighting(): boolean {
    const now = this.view?.combat?.current;
    return [now?.attacker.nation, now?.defender.nation].some(
      (n) => n !== undefined && this.roles.some((r) => r === this.view?.nations[n]?.role),
    );
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.speed === 'step' || this.holding) return;
    const quick = this.queue.length > 25 ? 0.25 : this.queue.length > 8 ? 0.5 : 1;
    // The end of a nation's stage is shown with a summary, a little longer.
    const ends = endsStage(this.showing) ? 2.4 : 1;
    this.#timer = window.setTimeout(() => this.next(), this.showing ? PAUSE * quick * ends : 250);
  }

  /** Shows the next waiting order. */
  next(): void {
    if (this.holding) {
      this.acknowledge();
      return;
    }
    const [u, ...rest] = this.queue;
    if (!u) return;
    this.queue = rest;
    this.#apply(u);
    this.showing = u.log[u.log.length - 1] ?? null;
    if (rest.length) this.#wait();
    // What a nation did in its stage stays until it is read; a single order goes by itself.
    else if (!endsStage(this.showing))
      this.#timer = window.setTimeout(() => {
        if (!this.queue.length) this.showing = null;
      }, PAUSE * 3);
  }

  /** Shows everything that waits, at once. */
  skip(): void {
    this.#flush();
    this.showing = null;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    for (const u of this.queue) this.#apply(u);
    this.queue = [];
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    try {
      localStorage.setItem(SPEED, speed);
    } catch {
      /* not remembered then */
    }
    if (speed === 'instant') this.skip();
    else if (this.queue.length) this.#wait();
  }

  #lower(c: Curtain): void {
    clearTimeout(this.#timer);
    // Nothing of the former player stays in the page.
    this.view = null;
    this.menu = {};
    this.log = [];
    this.queue = [];
    this.chat = [];
    this.notes = '';
    this.present();
    this.showing = null;
    this.refusal = null;
    this.reports = [];
    this.undone = [];
    this.seat = null;
    this.info = c.table;
    this.curtain = c;
  }

  async #request<K extends ClientMessage['type']>(
    message: Extract<ClientMessage, { type: K }>,
    again = false,
  ): Promise<Replies[K]> {
    if (!this.#socket) throw new ApiError({ key: 'net.lost', args: {}, rule: null });
    return await this.#socket.send(message, again);
  }

  #fail(error: unknown): void {
    this.refusal = error instanceof ApiError ? error.refusal : { key: 'net.odd', args: {}, rule: null };
  }

  /** Gives an order; true when it was carried out. */
  async order(text: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = null;
    try {
      await this.#request({ type: 'order', text, version: this.version, key: freshKey() }, true);
      this.given++;
      this.undone = this.undone.at(-1) === text ? this.undone.slice(0, -1) : [];
      if (!this.queue.length) this.showing = null;
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

  async takeBack(what: 'order' | 'stage'): Promise<void> {
    this.refusal = null;
    try {
      const back = (what === 'stage' ? this.log.slice(-this.undo.stage) : this.log.slice(-1)).reverse();
      await this.#request({ type: 'undo', what, version: this.version, key: freshKey() }, true);
      this.given++;
      this.undone = [...this.undone, ...back.flatMap((e) => e.order ?? [])];
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
    try {
      const { answer } = await this.#request({ ...about, type: 'ask', what });
      return asked === this.#moment ? (answer as Answers[K]) : null;
    } catch {
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
    this.#glance++;
    const glance = this.#glance;
    let frame: Frame | null = null;
    if (n < this.orders) {
      try {
        ({ frame } = await this.#request({ type: 'frame', n: Math.max(0, n) }));
      } catch (error) {
        this.#fail(error);
        return false;
      }
    }
    if (glance !== this.#glance) return false;
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

  /** Back to the present; a frame that is still on its way comes too late. */
  present(): void {
    this.#glance++;
    this.past = null;
  }
}
