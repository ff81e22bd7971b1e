/** What the server sends, as docs/view.md and docs/protocol.md describe it. */
import type { Nation, Role, Suit } from './nations';

export interface Refusal {
  key: string;
  args: Record<string, unknown>;
  rule: string | null;
}

export interface NationView {
  role: Role | null;
  out: boolean;
  troops: number;
  ceiling: number;
  draw: number;
  cards: number;
  backs: Record<string, number>;
  held: number;
  needed: number;
  eased: boolean;
  allotted: boolean;
  hand?: string[];
}
export interface PieceView {
  city?: string;
  face_down?: boolean;
  moved?: boolean;
  off?: boolean;
  retired?: boolean;
}
export interface StackView {
  city: string;
  nation: Nation;
  generals: string[];
  strength: [number, number];
  troops?: number | null;
  declared: { troops: number; turn: number } | null;
}
export interface FateEntry {
  card: string;
  suit?: Suit | null;
  turn?: number;
  used?: boolean;
}
export interface CombatSide {
  nation: Nation;
  generals: string[];
  city: string;
  suit: Suit;
  troops: number;
}
export interface CombatView {
  pairs: [string, string][];
  current: {
    attacker: CombatSide;
    defender: CombatSide;
    right: 'attacker' | 'defender';
    score: number;
    played: { nation: Nation; card: string; value: number }[];
  } | null;
  retreat: { loser: string; loss: number; cities: string[] } | null;
}
export interface ResultView {
  winners: string[];
  nations: string[];
  turn: number;
  reason: string;
}

export interface View {
  role: Role | null;
  scenario: string;
  players: number;
  options: Record<string, unknown>;
  turn: number;
  nation: Nation | null;
  phase: string;
  decision: { state: string; nation: Nation | null; roles: Role[] } | null;
  nations: Partial<Record<Nation, NationView>>;
  pieces: Record<string, PieceView>;
  stacks: StackView[];
  conquered: Record<string, Nation>;
  pending: Record<string, Nation>;
  fate: { drawn: FateEntry[]; in_force: FateEntry[]; next: FateEntry[]; left: string[] };
  offensive_option: { state: string; card: string | null };
  last_victor: { general: string; city: string } | null;
  stage: { substitute: string | null; recruited: number; fixed: string[]; drawn: string[] };
  combat: CombatView | null;
  fate_choice: { card: string; suit?: Suit; named: string[] } | null;
  piles: { draw: Record<string, number>; unopened: number[]; used: Record<string, number> };
  seen: string[];
  known: Partial<Record<Nation, string[]>>;
  result: ResultView | null;
}

export interface MoveGroup {
  pieces: string[];
  city: string;
  takes: [number, number] | null;
  steps: number;
  main_steps: number;
  ends: Record<string, string[]>;
}
export interface RecruitMenu {
  price: number;
  max_troops: number;
  purse: number;
  cards: { card: string; value: number }[];
  generals: Record<string, string[]>;
  trains: { count: number; cities: string[] };
  room: Record<string, number>;
  substitute: boolean;
}
export interface AllotNation {
  nation: Nation;
  troops: number;
  generals: string[];
  min: number;
  max: number;
}
export interface CardPlay {
  card: string;
  value: number;
  score: number;
  double?: boolean;
}

/** One flat shape: which fields are there depends on the state (the table of docs/view.md). */
export interface Menu {
  state?: string;
  nation?: Nation;
  nations?: AllotNation[];
  cards?: string[];
  none?: boolean;
  groups?: MoveGroup[];
  recruit?: RecruitMenu | null;
  remove?: string[];
  end?: boolean;
  pairs?: [string, string][];
  general?: string;
  cities?: string[];
  fight?: boolean;
  loss?: number;
  score?: number;
  suit?: Suit;
  plays?: CardPlay[];
  reserves?: string[];
  reserve_values?: number[];
  bonus?: number;
  pass?: boolean;
  duty?: string | null;
  choose?: number;
  generals?: string[];
  takes?: [number, number] | null;
  paths?: string[][];
  choices?: string[];
}

export interface GameEvent {
  key: string;
  rule: string | null;
  args: Record<string, unknown>;
}
export interface Entry {
  n: number;
  seat: number;
  role: Role | null;
  nation: Nation | null;
  turn: number;
  state: string;
  order: string | null;
  events: GameEvent[];
  at: string;
}

export interface SeatCard {
  seat: number;
  roles: Role[];
  kind: 'here' | 'friend' | 'bot';
  name: string;
  bot: string | null;
  joined: boolean;
  conceded: boolean;
}
export interface GameCard {
  game: string;
  scenario: string;
  players: number;
  options: Record<string, unknown>;
  created: string;
  changed: string;
  host: boolean;
  mine: number[];
  watching: boolean;
  seats: SeatCard[];
  turn: number;
  nation: Nation | null;
  state: string;
  waiting: number[];
  your_turn: boolean;
  orders: number;
  proposal: { winners: string[]; agreed: number[] } | null;
  rematch: string | null;
  pace: unknown;
  result: ResultView | null;
  sandbox?: boolean;
  /** The host set hands and strengths at the start; chance is the table's own. */
  laid_out?: boolean;
  /** Whether the players may ask for hints (missing: they may), and a change that waits for everybody's word. */
  hints?: boolean;
  hints_proposal?: { hints: boolean; agreed: number[] } | null;
}
export interface TableInfo {
  card: GameCard;
  present: number[];
  spectators: number;
  thinking: number[];
  clock: { deadlines: Record<string, string>; bank?: Record<string, number> } | null;
}
export interface ChatLine {
  n: number;
  seat: number;
  name: string;
  text: string;
  at: string;
}
export interface Frame {
  n: number;
  entry: Entry | null;
  view: View;
}
export interface Undo {
  order: number;
  stage: number;
}

export interface Snapshot {
  type: 'snapshot';
  game: string;
  seat: number | null;
  roles: Role[];
  version: number;
  view: View;
  menu: Menu;
  role: Role | null;
  undo: Undo;
  log: Entry[];
  log_from: number;
  orders: number;
  since: number;
  notes: string;
  instruction: Instruction | null;
  chat: ChatLine[];
  table: TableInfo;
  sandbox?: boolean;
}
export interface Update {
  type: 'update';
  version: number;
  view: View;
  menu: Menu;
  role: Role | null;
  undo: Undo;
  log_from: number;
  log: Entry[];
  orders: number;
}
export interface Curtain {
  type: 'curtain';
  seat: number;
  name: string;
  seats: number[];
  table: TableInfo;
}
export interface Instruction {
  mode: 'never' | 'zero' | 'minus_one' | 'sum';
  sum?: number;
  combats: 'attack' | 'defence' | 'both';
}
export type ServerMessage =
  | Snapshot
  | Update
  | Curtain
  | ({ type: 'table' } & TableInfo)
  | { type: 'chat'; line: ChatLine }
  | { type: 'gone'; why: string }
  | ({ type: 'reply'; id: number; ok: boolean; error?: Refusal } & Record<string, unknown>);

export interface Walk {
  start: string;
  steps: Record<string, string[]>;
  ends: string[];
}
export interface PieceAnswer {
  reach: string[];
  protects: string[];
  supply: { state: string; train: string | null; path: string[] } | null;
}
export interface ObjectiveAnswer {
  owner: Nation | null;
  for: Nation[];
  protected: { general: string; nation: Nation; distance: number }[];
}
export interface Warning {
  key: string;
  args: Record<string, unknown>;
}

export interface About {
  version: string;
  scenarios: { name: string; players: number[]; roles: Record<string, Role[][]> }[];
  options: { name: string; values: unknown[]; default: unknown }[];
  bots: { name: string; level: number; description: string }[];
  limits?: Record<string, unknown>;
  mail?: boolean;
}
export interface Rule {
  id: string;
  chapter: number;
  title: string;
  html: string;
}
