/** What the server tells of one open game, and how others' orders are shown one after the other. */
import { recall, remember } from '../lib/kept';
import type { AnyMenu } from '../lib/menu';
import type {
  ChatLine,
  Curtain,
  Entry,
  Frame,
  Instruction,
  Refusal,
  ServerMessage,
  Snapshot,
  TableInfo,
  Undo,
  Update,
  View,
} from '../lib/types';
import type { Role } from '../lib/nations';
import { outcomesOf, type Fought, type Outcome } from '../log/outcome';
import { endsStage, weightOf, type Weight } from '../log/report';
import { page, type Line, type Surroundings } from './surroundings';
import type { Link } from './socket';

export type Speed = 'step' | 'normal' | 'instant';
const SPEED = 'sanssouci-speed';
const PAUSE = 1100;
/** How many stages are told of together: a turn has seven. */
const UNREAD = 7;

function keptSpeed(): Speed {
  const kept = recall(SPEED);
  return kept === 'step' || kept === 'instant' ? kept : 'normal';
}

/** Something that must not be missed, and how much it weighs. */
export interface Report {
  entry: Entry;
  weight: Weight;
}

export class Feed {
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
  /** Entries that ended the stage of a nation, until what it did has been read. */
  unread: Entry[] = $state.raw([]);
  /** A look back: the position after an earlier order. */
  past: Frame | null = $state.raw(null);
  speed: Speed = $state(keptSpeed());
  /** What happened and must not be missed, until it is acknowledged or the next order is given. */
  reports: Report[] = $state.raw([]);
  /** How the combats ended that are being told of, for the map. */
  outcomes: Outcome[] = $state.raw([]);
  /** The end of a finished game with every hand and every strength laid open. */
  open: View | null = $state.raw(null);
  /** My orders that were taken back, the earliest last: they can be given again until another one is given. */
  undone: string[] = $state.raw([]);
  /** A teacher tells what happens: nothing waits to be acknowledged. */
  taught = false;

  protected line: Line | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the looks back and ahead: only the latest counts. */
  protected glance = 0;

  constructor(
    readonly game: string,
    private readonly around: Surroundings = page,
  ) {}

  /** Sits down at the table; returns what leaves it. */
  start(): () => void {
    this.line = this.around.connect(
      this.game,
      () => (this.view ? this.seat : undefined),
      (m) => this.hear(m),
      (l) => (this.link = l),
    );
    const stop = this.around.onWake(() => this.line?.wake());
    return () => {
      stop();
      clearTimeout(this.#timer);
      this.line?.close();
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
    this.outcomes = [];
    if (this.queue.length) this.#wait();
  }
  /** How many orders stand by the newest message, also while older ones are still being shown. */
  get told(): number {
    return this.queue.at(-1)?.orders ?? this.orders;
  }
  /** The seats that are to act, told by the view itself. */
  get waiting(): number[] {
    const roles = this.view?.decision?.roles ?? [];
    return (this.info?.card.seats ?? []).filter((s) => s.roles.some((r) => roles.includes(r))).map((s) => s.seat);
  }
  get myTurn(): boolean {
    return this.menu.state !== undefined;
  }

  /** A message of the server. */
  hear(message: ServerMessage): void {
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
          this.line?.close();
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
    this.outcomes = [];
    this.unread = [];
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
    if (this.speed === 'instant' || (mine && this.queue.length === 0) || this.around.isAway()) {
      this.#flush();
      this.#apply(u);
      return;
    }
    this.queue = [...this.queue, u];
    if (this.queue.length === 1) this.#wait();
  }

  #apply(u: Update): void {
    const fighting = this.#fighting;
    const ended = this.#ended(u);
    const told = u.log
      .filter((e) => e.n >= this.orders)
      .flatMap((entry) => {
        const weight = weightOf(entry, this.seat, fighting);
        return weight ? [{ entry, weight }] : [];
      });
    if (u.log.some((e) => e.n >= this.orders && e.seat === this.seat)) this.reports = told;
    else if (told.length) this.reports = [...this.reports, ...told];
    if (ended.length || !this.holding) this.outcomes = ended;
    if (this.speed !== 'instant')
      this.unread = [...this.unread, ...u.log.filter((e) => e.n >= this.orders && endsStage(e))].slice(-UNREAD);
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

  /** The combats that an update brings to their end; the first is the one that has been open until now. */
  #ended(u: Update): Outcome[] {
    const now = this.view?.combat?.current;
    let fought: Fought | null =
      now?.attacker.city && now.defender.city
        ? {
            attacker: { city: now.attacker.city, generals: now.attacker.generals },
            defender: { city: now.defender.city, generals: now.defender.generals },
          }
        : null;
    return u.log
      .filter((e) => e.n >= this.orders)
      .flatMap((entry) => {
        const found = outcomesOf(entry, fought);
        fought = null;
        return found;
      });
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.speed === 'step' || this.holding) return;
    const quick = this.queue.length > 25 ? 0.25 : this.queue.length > 8 ? 0.5 : 1;
    // The end of a nation's stage is shown with a summary, a little longer.
    const ends = endsStage(this.showing) ? 2.4 : 1;
    this.#timer = setTimeout(() => this.#advance(), this.showing ? PAUSE * quick * ends : 250);
  }

  /** Somebody has read what is shown: on to the next waiting order. */
  next(): void {
    if (this.holding) this.acknowledge();
    else {
      const read = this.queue.length ? [this.showing] : this.unread;
      this.unread = this.unread.filter((e) => !read.includes(e));
      this.#advance();
    }
  }

  /** Shows the next waiting order. */
  #advance(): void {
    const [u, ...rest] = this.queue;
    if (!u) return;
    this.queue = rest;
    this.#apply(u);
    this.showing = u.log[u.log.length - 1] ?? null;
    if (rest.length) this.#wait();
    // What the nations did in their stages stays until it is read; a single order goes by itself.
    else
      this.#timer = setTimeout(() => {
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
    remember(SPEED, speed);
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
    this.unread = [];
    this.refusal = null;
    this.reports = [];
    this.outcomes = [];
    this.undone = [];
    this.seat = null;
    this.info = c.table;
    this.curtain = c;
  }

  /** Back to the present; a frame that is still on its way comes too late. */
  present(): void {
    this.glance++;
    this.past = null;
  }
}
