/** What travels between table and page. Written by tools/page_types.py: change the contract, not this. */

export type Role = 'friedrich' | 'elisabeth' | 'maria-theresa' | 'pompadour';

export type Nation = 'prussia' | 'hanover' | 'russia' | 'sweden' | 'austria' | 'imperial' | 'france';

export type Suit = 'S' | 'C' | 'H' | 'D';

/** What one seat may know (R15). */
export interface View {
  format: string;
  role: Role | null;
  scenario: string;
  players: number;
  options: Record<string, unknown>;
  turn: number;
  nation: Nation | null;
  phase: string;
  decision: DecisionView | null;
  nations: Partial<Record<Nation, NationView>>;
  pieces: Record<string, PieceView>;
  stacks: StackView[];
  conquered: Record<string, Nation>;
  pending: Record<string, Nation>;
  fate: FateView;
  offensive_option: OffensiveView;
  last_victor: Victor | null;
  stage: StageView;
  moving: Moving | null;
  combat: CombatView | null;
  fate_choice: FateChoice | null;
  piles: Piles;
  seen: string[];
  known: Record<string, string[]>;
  result: ResultView | null;
}

/** What is to be decided, for which nation (the first, where several decide at once), by whom. */
export interface DecisionView {
  state: string;
  nation: Nation;
  roles: Role[];
}

/** A nation as everybody may know it; `hand` only for nations of the seat's own role. */
export interface NationView {
  role: Role;
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

/** A piece: on the map (a general also face up or down), off it, or retired. */
export interface PieceView {
  city?: string;
  face_down?: boolean;
  moved?: boolean;
  off?: boolean;
  retired?: boolean;
}

/** The generals in a city, top first; `strength` is what everybody may deduce, `troops` only its owner's. */
export interface StackView {
  city: string;
  nation: Nation;
  generals: string[];
  strength: [number, number];
  troops?: number;
  declared: Declared | null;
}

/** The last figure a stack told in a combat. */
export interface Declared {
  troops: number;
  turn: number;
}

/** The clock of fate; `left` is the set not yet drawn, not their order; `suits` are the faces of a small card. */
export interface FateView {
  suits: Suit[];
  drawn: FateEntry[];
  in_force: FateEntry[];
  next: FateEntry[];
  left: string[];
}

/** A card of fate: drawn (`turn`), in force (`used`), or to come into force. */
export interface FateEntry {
  card: string;
  suit?: Suit;
  turn?: number;
  used?: boolean;
}

/** The Offensive Option: none, declared, taken, dead; `in_play`: whether this scenario knows it. */
export interface OffensiveView {
  in_play: boolean;
  state: string;
  card: string | null;
}

/** Who won the last combat, and where he stood. */
export interface Victor {
  general: string;
  city: string;
}

/** What this stage has seen; `drawn` are the seat's own cards. */
export interface StageView {
  substitute: string | null;
  recruited: number;
  fixed: string[];
  drawn: string[];
}

export interface Moving {
  pieces: string[];
  from: string;
  path: string[];
}

/** The pairs still to be fought (attacker first), the present combat, and a retreat. */
export interface CombatView {
  pairs: [string, string][];
  current: CombatNow | null;
  retreat: RetreatView | null;
}

/** The combat that is fought; `right` and `score` are null while the defender may still evade. */
export interface CombatNow {
  attacker: CombatSide;
  defender: CombatSide;
  right: 'attacker' | 'defender' | null;
  score: number | null;
  played: PlayedCard[];
}

/** One side of a combat; a stack that was removed has no city, and before a combat `troops` are not named. */
export interface CombatSide {
  nation: Nation;
  generals: string[];
  city: string | null;
  suit: Suit | null;
  troops?: number;
}

/** A card on the table in a combat. */
export interface PlayedCard {
  nation: Nation;
  card: string;
  value: number;
}

/** A beaten stack whose retreat is to be named. */
export interface RetreatView {
  loser: string;
  loss: number;
  cities: string[];
}

/** A card of fate that asks something; `named` are those who have answered. */
export interface FateChoice {
  card: string;
  suit?: Suit;
  named: Nation[];
}

/** The piles as numbers of cards by deck back. */
export interface Piles {
  draw: Record<string, number>;
  unopened: number[];
  used: Record<string, number>;
}

/** How a game ended: a rule's number, or the table's word (concede, agreement, record). */
export interface ResultView {
  winners: Role[];
  nations: Nation[];
  turn: number;
  reason: string;
}

/** The nations of the role. */
export interface AllotMenu {
  state: 'ALLOT';
  nation: Nation;
  nations: AllotNation[];
  orders: Choice[];
}

/** One nation that is still to be allotted; `{troops}` stands for `general=number` of every general. */
export interface AllotNation {
  nation: Nation;
  troops: number;
  generals: string[];
  min: number;
  max: number;
  order: string;
}

/** One thing that may be done: the order that does it, and what it names. */
export interface Choice {
  order: string;
  general?: string;
  attacker?: string;
  defender?: string;
  city?: string;
  path?: string[];
  cities?: string[];
  card?: string;
  double?: boolean;
  values?: number[];
}

/** The cards that may be named, and whether none may. */
export interface DiscardMenu {
  state: 'FORCED_DISCARD';
  nation: Nation;
  cards: string[];
  none: boolean;
  orders: Choice[];
}

/** The cards that may be named, and whether none may. */
export interface OffensiveMenu {
  state: 'OFFENSIVE';
  nation: Nation;
  cards: string[];
  none: boolean;
  orders: Choice[];
}

/** Everything the active nation can do. */
export interface PhaseMenu {
  state: 'MOVE_MENU';
  nation: Nation;
  groups: MoveGroup[];
  recruit: RecruitMenu | null;
  remove: string[];
  end: boolean;
  leaving: Record<string, string[]>;
  orders: Choice[];
}

/** Pieces that can move together, and the graph of their steps on the map's roads (`walks`). */
export interface MoveGroup {
  pieces: string[];
  city: string;
  takes: [number, number] | null;
  steps: number;
  main_steps: number;
  ends: Record<string, string[]>;
  order: string;
  stops: string[];
  passes: string[];
}

/** What can be bought. A payment counts its cards and `bonus`, reaches the price, and needs every card. */
export interface RecruitMenu {
  price: number;
  max_troops: number;
  purse: number;
  bonus: number;
  cards: CardValue[];
  generals: Record<string, string[]>;
  trains: Trains;
  room: Record<string, number>;
  substitute: boolean;
}

/** A card of the hand, what it counts in payment, and what it would count doubled (11♠, at most one). */
export interface CardValue {
  card: string;
  value: number;
  double?: number;
}

/** How many trains are off the map, and where one may come back. */
export interface Trains {
  count: number;
  cities: string[];
}

/** The combats still to be fought, attacker first. */
export interface AttackMenu {
  state: 'COMBAT_PICK';
  nation: Nation;
  pairs: [string, string][];
  orders: Choice[];
}

/** Where it may go, and whether it may fight. */
export interface EvadeMenu {
  state: 'EVADE';
  nation: Nation;
  general: string;
  cities: string[];
  fight: boolean;
  orders: Choice[];
}

/** The cards of the suit, the Reserves and their values, and whether one may stop. */
export interface PlayCardMenu {
  state: 'CARD';
  nation: Nation;
  score: number;
  suit: Suit;
  plays: CardPlay[];
  reserves: string[];
  reserve_values: number[];
  bonus: number;
  pass: boolean;
  duty: 'zero' | 'king' | null;
  orders: Choice[];
}

/** A card with what it makes of the score. */
export interface CardPlay {
  card: string;
  value: number;
  score: number;
  double?: boolean;
}

/** Who goes, how far, and the cities he may be sent to. */
export interface RetreatMenu {
  state: 'RETREAT_PICK';
  nation: Nation;
  general: string;
  loss: number;
  cities: string[];
  orders: Choice[];
}

/** How many of which. */
export interface LiberateMenu {
  state: 'EAST_PRUSSIA';
  nation: Nation;
  choose: number;
  cities: string[];
  orders: Choice[];
}

/** The generals who may be named, and whether none may. */
export interface ReinforceMenu {
  state: 'FREE_TROOP';
  nation: Nation;
  generals: string[];
  none: boolean;
  orders: Choice[];
}

/** The generals who may be named, and whether none may. */
export interface RetireMenu {
  state: 'RETIRE';
  nation: Nation;
  generals: string[];
  none: boolean;
  orders: Choice[];
}

/** The cards that may be named, and whether none may. */
export interface TradeMenu {
  state: 'TRADE';
  nation: Nation;
  cards: string[];
  none: boolean;
  orders: Choice[];
}

/** The cards that may be named, and whether none may. */
export interface RedrawMenu {
  state: 'REDRAW';
  nation: Nation;
  cards: string[];
  none: boolean;
  orders: Choice[];
}

/** Where he may go, the bounds of his share if he leaves a stack, and whether he may stay. */
export interface LaudonMenu {
  state: 'LAUDON';
  nation: Nation;
  cities: string[];
  takes: [number, number] | null;
  none: boolean;
  orders: Choice[];
}

/** The generals who may be named, and whether none may. */
export interface FlipMenu {
  state: 'FLIP';
  nation: Nation;
  generals: string[];
  none: boolean;
  orders: Choice[];
}

/** The cards that may be named, and whether none may. */
export interface GiftMenu {
  state: 'GIFT';
  nation: Nation;
  cards: string[];
  none: boolean;
  orders: Choice[];
}

/** The generals who may be named, and whether none may. */
export interface LoseMenu {
  state: 'LOSE_TROOP';
  nation: Nation;
  generals: string[];
  none: boolean;
  orders: Choice[];
}

/** Every way, and whether he may stay. */
export interface WestMenu {
  state: 'WEST';
  nation: Nation;
  paths: [string, string][];
  none: boolean;
  orders: Choice[];
}

/** In the middle of an order that is given in small steps: the engine's numbers. */
export interface MovePathMenu {
  state: 'MOVE_PATH';
  nation: Nation;
  choices: number[];
}

/** In the middle of an order that is given in small steps: the engine's numbers. */
export interface SplitAllotMenu {
  state: 'SPLIT_ALLOT';
  nation: Nation;
  choices: number[];
}

/** In the middle of an order that is given in small steps: the engine's numbers. */
export interface RecruitOrderMenu {
  state: 'RECRUIT_ORDER';
  nation: Nation;
  choices: number[];
}

/** In the middle of an order that is given in small steps: the engine's numbers. */
export interface RecruitPlaceMenu {
  state: 'RECRUIT_PLACE';
  nation: Nation;
  choices: number[];
}

/** In the middle of an order that is given in small steps: the engine's numbers. */
export interface RecruitPayMenu {
  state: 'RECRUIT_PAY';
  nation: Nation;
  choices: number[];
}

/** In the middle of an order that is given in small steps: the engine's numbers. */
export interface RecruitAssignMenu {
  state: 'RECRUIT_ASSIGN';
  nation: Nation;
  choices: number[];
}

/** Everything one seat may know now. */
export interface Snapshot {
  type: 'snapshot';
  version: number;
  view: View;
  menu: Menu;
  role: Role | null;
  undo: Undo;
  orders: number;
  waiting: number[];
  log_from: number;
  log: Entry[];
  game: string;
  seat: number | null;
  roles: Role[];
  sandbox: boolean;
  since: number;
  notes: string;
  instruction: Instruction | null;
  chat: ChatLine[];
  table: TableInfo;
}

/** How many orders an undo would take back. */
export interface Undo {
  order: number;
  stage: number;
}

/** One order of the log and what became of it, as a seat was told it. */
export interface Entry {
  n: number;
  seat: number;
  role: Role;
  nation: Nation | null;
  turn: number;
  state: string;
  order: string | null;
  events: GameEvent[];
  at: string;
}

/** Something that happened, as a seat may know it: a key of the catalogue with its arguments. */
export interface GameEvent {
  key: string;
  rule: string;
  args: Record<string, unknown>;
}

/** What a seat would play in combats while nobody of it is looking. */
export interface Instruction {
  mode: 'never' | 'zero' | 'minus_one' | 'sum';
  sum?: number;
  combats: 'attack' | 'defence' | 'both';
}

/** Something said to all. */
export interface ChatLine {
  n: number;
  seat: number;
  name: string;
  text: string;
  at: string;
}

/** Seats and people: who is here, whose bot thinks, what the clock says. */
export interface TableInfo {
  card: GameCard;
  present: number[];
  spectators: number;
  thinking: number[];
  clock: ClockCard | null;
  acts: Act[];
}

/** What everybody at the game may know about it, with what is this browser's own. */
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
  asked: number[];
  proposal: Proposal | null;
  rematch: string | null;
  rematch_proposal: RematchProposal | null;
  sandbox: boolean;
  laid_out: boolean;
  pace: Pace | null;
  hints: boolean;
  hints_proposal: HintsProposal | null;
  shuffle: ShuffleCard | null;
  back: BackProposal | null;
  result: ResultView | null;
}

/** What everybody at the game may know about a seat. */
export interface SeatCard {
  seat: number;
  roles: Role[];
  kind: 'here' | 'friend' | 'bot';
  name: string;
  bot: string | null;
  joined: boolean;
  conceded: boolean;
  browsers: number;
  devices: number;
}

/** An end that some seats agree to. */
export interface Proposal {
  winners: Role[];
  agreed: number[];
}

/** To play again with the same people, roles drawn anew or not, and which seats agree to it. */
export interface RematchProposal {
  roles: 'drawn' | 'same';
  agreed: number[];
}

/** How long a move may take: seconds and a bank, or days; `bot` takes over who is overdue. */
export interface Pace {
  kind: 'bank' | 'days';
  seconds?: number;
  bank?: number;
  days?: number;
  bot: string;
}

/** To play with or without hints, and which seats agree to it. */
export interface HintsProposal {
  hints: boolean;
  agreed: number[];
}

/** What everybody may know of the deal: the promise, who added what, and once the game is over the server's part. */
export interface ShuffleCard {
  commitment: string;
  parts: Record<string, string>;
  dealt: boolean;
  server: string | null;
}

/** To go back to where so many orders stood: who asks, and which seats agree to it. */
export interface BackProposal {
  orders: number;
  seat: number;
  agreed: number[];
}

/** When each waiting seat is overdue, and what is left in the banks. */
export interface ClockCard {
  deadlines: Record<string, string>;
  bank: Record<string, number>;
}

/** Something done at the table that is no order: a key `act.…` of the catalogue, and after how many orders. */
export interface Act {
  key: string;
  args: Record<string, unknown>;
  orders: number;
  at: string;
}

/** What a commit changed: forget the log from `log_from` on, then append. */
export interface Update {
  type: 'update';
  version: number;
  view: View;
  menu: Menu;
  role: Role | null;
  undo: Undo;
  orders: number;
  waiting: number[];
  log_from: number;
  log: Entry[];
}

/** At a hot seat it is another local player's turn. */
export interface Curtain {
  type: 'curtain';
  seat: number;
  name: string;
  seats: number[];
  table: TableInfo;
}

/** Seats, names, bots, presence, proposals or the result have changed. */
export interface Table {
  type: 'table';
  card: GameCard;
  present: number[];
  spectators: number;
  thinking: number[];
  clock: ClockCard | null;
  acts: Act[];
}

/** Somebody said something. */
export interface Chat {
  type: 'chat';
  line: ChatLine;
}

/** The socket is closed, and why. */
export interface Gone {
  type: 'gone';
  why: string;
}

/** The first message. `seat`: which of my seats I show; null: as a spectator; omitted: the server chooses. */
export interface Hello {
  type: 'hello';
  seat?: number | null;
}

/** Carry out an order, once for each key. */
export interface Order {
  type: 'order';
  text: string;
  version: number;
  key: string;
}

/** Would this order be legal? */
export interface Check {
  type: 'check';
  text: string;
}

/** Take back an order, the whole stage, or what came after so many orders. */
export interface TakeBack {
  type: 'undo';
  what: 'order' | 'stage' | number;
  version: number;
  key: string;
}

/** A page of the log. */
export interface AskLog {
  type: 'log';
  count: number;
  from: number;
}

/** What happened since my last own order? */
export interface AskSince {
  type: 'since';
}

/** The view after so many orders. */
export interface AskFrame {
  type: 'frame';
  n: number;
}

/** Lift the curtain for one of my seats. */
export interface Take {
  type: 'take';
  seat: number;
}

/** Say something to all. */
export interface Say {
  type: 'chat';
  text: string;
}

/** Keep my private notes. */
export interface Note {
  type: 'notes';
  text: string;
}

/** Leave an instruction for combats; null cancels it. */
export interface Instruct {
  type: 'instruct';
  instruction?: Wish | null;
}

/** An instruction as it is asked for. */
export interface Wish {
  mode: 'never' | 'zero' | 'minus_one' | 'sum';
  combats?: 'attack' | 'defence' | 'both';
  sum?: number | null;
}

/** A question about the board, answered from what the seat may know. */
export interface Ask {
  type: 'ask';
  what:
    | 'walk'
    | 'piece'
    | 'plan'
    | 'objective'
    | 'objectives'
    | 'threats'
    | 'warnings'
    | 'words'
    | 'hint'
    | 'odds'
    | 'chances';
  pieces?: string[];
  piece?: string;
  city?: string;
  text?: string;
  language?: string;
}

/** Keep a connection awake. */
export interface Ping {
  type: 'ping';
}

/** A message was carried out; each has its own fields besides these. */
export interface Reply {
  type: 'reply';
  id: number | null;
  ok: true;
}

/** A message was not carried out. */
export interface Refused {
  type: 'reply';
  id: number | null;
  ok: false;
  error: Refusal;
}

/** Why something was not done: a key of a message catalogue, its arguments, and a rule. */
export interface Refusal {
  key: string;
  args: Record<string, unknown>;
  rule: string | null;
}

/** An order was committed. */
export interface OrderDone {
  type: 'reply';
  version: number;
  n: number;
  id: number | null;
  ok: true;
}

/** Whether an order would be legal. */
export interface Checked {
  type: 'reply';
  refusal: Refusal | null;
  id: number | null;
  ok: true;
}

/** Orders were taken back. */
export interface UndoDone {
  type: 'reply';
  version: number;
  id: number | null;
  ok: true;
}

/** A page of the log. */
export interface LogPage {
  type: 'reply';
  from: number;
  log: Entry[];
  id: number | null;
  ok: true;
}

/** What happened since the seat's last own order, and the view before it. */
export interface SinceThen {
  type: 'reply';
  from: number;
  log: Entry[];
  view: View;
  id: number | null;
  ok: true;
}

/** The view after so many orders. */
export interface FrameFound {
  type: 'reply';
  frame: Frame;
  id: number | null;
  ok: true;
}

/** The view after `n` orders, and the entry of the last of them. */
export interface Frame {
  n: number;
  entry: Entry | null;
  view: View;
}

/** A line of chat was told to all. */
export interface Said {
  type: 'reply';
  n: number;
  id: number | null;
  ok: true;
}

/** An instruction was left or cancelled. */
export interface Instructed {
  type: 'reply';
  instruction: Instruction | null;
  id: number | null;
  ok: true;
}

/** The answer to a question about the board: one of `answers.ANSWERS`. */
export interface Answered {
  type: 'reply';
  answer: unknown;
  id: number | null;
  ok: true;
}

/** The exact step graph of one group: nodes `city/steps used/m`, `/-` once a road was no main road. */
export interface Walk {
  start: string;
  steps: Record<string, string[]>;
  ends: string[];
}

/** A group that cannot move. */
export interface NoWalk {}

/** What a piece could reach, what it protects, and its supply (null for a train); `range`: what a train supplies. */
export interface PieceAid {
  reach: string[];
  protects: string[];
  supply: SupplyAid | null;
  range: string[];
}

/** How a general is supplied: at home, by a train (with the path to it), cut off, or without any train. */
export interface SupplyAid {
  state: string;
  train: string | null;
  path: string[];
}

/** The place where a planned move ends, judged from what its owner may know. */
export interface PlanAid {
  city: string;
  suit: Suit;
  supply: SupplyAid | null;
  feeds: string[];
  protects: string[];
  uncovers: string[];
  fights: Clash[];
  attackers: Clash[];
  retreats: WayBack[];
}

/** A hostile stack and in which suits one would meet it; `suits` are those in which it could stand. */
export interface Clash {
  generals: string[];
  nation: Nation;
  city: string;
  suits: Suit[];
  strength: [number, number];
}

/** Where a stack could retreat to from one victor, as far as a loss of four; `nowhere`: losses with no way. */
export interface WayBack {
  victor: string;
  cities: string[];
  nowhere: number[];
}

export interface ObjectiveAid {
  owner: Nation | null;
  for: Nation[];
  protected: Protector[];
}

/** A piece that keeps an objective from being taken. */
export interface Protector {
  general: string;
  nation: Nation;
  distance: number;
}

/** Every objective that counts, by the nation that wants it. */
export interface Objectives {
  nations: Partial<Record<Nation, Goal[]>>;
}

/** An objective of a nation: is it taken, who keeps it, and who of the nation could take it by his next move. */
export interface Goal {
  city: string;
  order: number;
  held: boolean;
  protected: Protector[];
  reach: string[];
}

/** Cities next to which a hostile general could stand after its next move, with those generals. */
export interface Threats {
  cities: Record<string, string[]>;
  falls: Fall[];
  attacked: Peril[];
}

/** An objective that could change hands by the next move of these generals; `guards` could be driven off first. */
export interface Fall {
  city: string;
  taker: Nation;
  by: string[];
  guards: string[];
}

/** A stack of one's own that could be attacked next, by whom. */
export interface Peril {
  city: string;
  generals: string[];
  by: Clash[];
}

/** What one should know before ending the stage. */
export interface Warnings {
  warnings: Warning[];
}

/** What the active nation might regret: a key of the catalogue with its arguments. */
export interface Warning {
  key: string;
  args: Record<string, string>;
}

/** A typed question answered in words; null where the line is no question. */
export interface Words {
  lines: Line[] | null;
}

/** A line of an answer in words, and the order it tells of, if it tells of one. */
export interface Line {
  text: string;
  order: string;
}

/** The best orders for this view, best first. */
export interface Hints {
  order: string | null;
  hints: Hint[];
}

/** An order with its score in troops against the best, in words, the reasons for it, and in a battle its odds. */
export interface Hint {
  order: string;
  score: number;
  saying: Reason;
  reasons: Reason[];
  text: string;
  odds: Odds | null;
}

/** Why an order is good: a key of the catalogue with its arguments. */
export interface Reason {
  key: string;
  args: Record<string, unknown>;
}

/** What to expect of one play in the battle at hand. */
export interface Odds {
  order: string;
  win: number;
  draw: number;
  own_loss: number;
  enemy_loss: number;
}

/** What to expect of each play. */
export interface AllOdds {
  odds: Odds[];
}

/** Every role's chance to win, as far as a view tells. */
export interface Chances {
  chances: Partial<Record<Role, number>>;
}

/** A body that says nothing. */
export interface Nothing {}

/** A seat of a new game; roles only where they are chosen. */
export interface NewSeat {
  kind: 'here' | 'friend' | 'bot';
  name?: string;
  bot?: string | null;
  roles?: string[];
}

/** A pace: `seconds` and `bank`, or `days`; `bot` takes over who is overdue. */
export interface NewPace {
  kind: 'bank' | 'days';
  seconds?: number | null;
  bank?: number | null;
  days?: number | null;
  bot?: string | null;
}

/** A game to be created. */
export interface NewGame {
  scenario: string;
  players: number;
  seats: NewSeat[];
  options?: Record<string, unknown> | null;
  roles?: 'drawn' | 'chosen';
  pace?: NewPace | null;
  hints?: boolean;
  position?: Record<string, unknown> | null;
}

/** A link's token. */
export interface Token {
  token: string;
}

/** A link's token, and a new name for the seat. */
export interface Join {
  token: string;
  name?: string;
}

/** A rematch, proposed or agreed to: roles drawn anew, or the same; or one's word taken back, or a refusal. */
export interface Again {
  roles?: 'drawn' | 'same';
  agree?: boolean;
}

/** Another name. */
export interface Rename {
  name: string;
}

/** A bot to hand the seat to; null takes it back. */
export interface HandOver {
  bot?: string | null;
}

/** The winners one agrees to; null withdraws one's word. */
export interface Agree {
  winners?: string[] | null;
}

/** Whether to play with hints. */
export interface AgreeHints {
  hints: boolean;
}

/** A pass to another device; `moves`: this browser gives its place up. */
export interface DevicePass {
  moves?: boolean;
}

/** A device of the seat, by the name that the list of them gives. */
export interface EndDevice {
  device: string;
}

/** What a seat adds to the seed: random digits, or words. */
export interface AddPart {
  part: string;
}

/** How many orders are to stand after going back; null refuses. */
export interface GoBack {
  orders?: number | null;
}

/** A point of a game; of one that runs, the seat whose knowledge goes into the sandbox. */
export interface Fork {
  n: number;
  seat?: number | null;
}

/** A position to begin from. */
export interface NewSandbox {
  position: Record<string, unknown>;
}

/** A record as text. */
export interface Upload {
  text: string;
}

/** A seat, where it is not the browser's first. */
export interface SeatQuery {
  seat?: number | null;
}

/** Which frames, as which seat: a number, or `open` for everything. */
export interface ReplayQuery {
  seat?: string | null;
  from?: number;
  count?: number;
}

/** After how many orders; without it, now. */
export interface PositionQuery {
  n?: number | null;
}

/** Words that are looked for, and a language. */
export interface RulesQuery {
  q?: string;
  lang?: string | null;
}

/** It was done; there is nothing to say. */
export interface Done {}

/** A scenario: numbers of players, and who then plays which roles. */
export interface ScenarioCard {
  name: string;
  players: number[];
  roles: Record<string, Role[][]>;
}

/** An option of the rules and its values, the default first. */
export interface OptionCard {
  name: string;
  values: unknown[];
  default: unknown;
}

/** A bot; its description is a key of the catalogue. */
export interface BotCard {
  name: string;
  level: number;
  description: string;
}

/** How long texts may be. */
export interface Limits {
  name: number;
  chat: number;
  notes: number;
  record: number;
}

/** What this table can do. */
export interface About {
  version: string;
  scenarios: ScenarioCard[];
  options: OptionCard[];
  bots: BotCard[];
  limits: Limits;
  mail: boolean;
  notices: ChannelCard[];
}

/** A channel that this table has, and what its address is: the kind of field the page shows. */
export interface ChannelCard {
  name: 'webhook' | 'mail';
  address: 'url' | 'email';
}

/** The games of this browser, newest first. */
export interface Games {
  games: GameCard[];
}

/** A game's card. */
export interface OneGame {
  game: GameCard;
}

/** A new game; the links of the friends' seats are shown once. */
export interface Created {
  game: string;
  seat: number | null;
  links: Record<string, string>;
}

/** The game that follows, once all have agreed; the links of the friends' seats are for the host. */
export interface Rematch {
  game: string | null;
  seat: number | null;
  links: Record<string, string>;
}

/** A new sandbox; `resampled`: what the seat could not know was imagined anew. */
export interface Sandbox {
  game: string;
  seat: number | null;
  links: Record<string, string>;
  resampled: boolean;
}

/** What a link leads to, before one sits down. */
export interface Invitation {
  scenario: string;
  players: number;
  options: Record<string, unknown>;
  sandbox: boolean;
  laid_out: boolean;
  hints: boolean;
  roles: Role[];
  device: 'adds' | 'moves' | null;
  name: string;
  host: string;
  pace: Pace | null;
}

/** Whose seat it is now; null: a spectator. */
export interface Joined {
  game: string;
  seat: number | null;
}

/** A new link. */
export interface Link {
  link: string;
}

/** A link to another device, and until when it is good. */
export interface Pass {
  link: string;
  until: string;
}

/** A browser at a seat: how it came (with the game, by a link, added by the seat), since when, if it looks. */
export interface DeviceCard {
  device: string;
  way: 'made' | 'link' | 'device';
  since: string | null;
  this: boolean;
  looking: boolean;
}

/** The browsers and devices at a seat, the first first. */
export interface Devices {
  devices: DeviceCard[];
}

/** Who plays the seat has changed; a link where a bot's seat becomes a friend's. */
export interface HandedOver {
  link?: string;
}

/** Frames of a game, and how many there are. */
export interface Replay {
  total: number;
  frames: Frame[];
}

/** Every role's chance at the beginning of a turn. */
export interface TurnChances {
  n: number;
  turn: number;
  chances: Partial<Record<Role, number>>;
}

/** How the chances went; at last the result. */
export interface ChancesAlong {
  chances: TurnChances[];
}

/** Everybody went back to where so many orders stood; `log` are the orders that were taken back. */
export interface BackTaken {
  number: number;
  orders: number;
  seat: number;
  at: string;
  log: Entry[];
}

/** Every going back by consent, the first first. */
export interface Backs {
  backs: BackTaken[];
}

/** Whether a record was dealt as promised; `parts` seats added to its seed; `why` names what is false. */
export interface Verified {
  verdict: 'proved' | 'not_committed' | 'false';
  commitment: string | null;
  parts: number;
  why: string | null;
  line: number;
}

/** The finished game that a record has become. */
export interface Uploaded {
  game: string;
}

/** A chapter of the rules. */
export interface Chapter {
  number: number;
  title: string;
  html: string;
}

/** One numbered entry of the rules. */
export interface Rule {
  id: string;
  chapter: number;
  title: string;
  html: string;
}

/** The rules for players in one language. */
export interface Rules {
  language: string;
  intro: string;
  chapters: Chapter[];
  rules: Rule[];
}

/** One entry of the rules. */
export interface OneRule {
  language: string;
  rule: Rule;
}

/** The process answers. */
export interface Health {
  ok: boolean;
}

/** Whether database and engine are in order. */
export interface Ready {
  ready: boolean;
}

/** Nothing was done, and why. */
export interface NotDone {
  error: Refusal;
}

/** Addresses to set (null removes one) and a language; what is not named stays as it was. */
export interface SetNotices {
  webhook?: string | null;
  mail?: string | null;
  language?: string;
}

/** Which addresses are set, and in which language notices are written. */
export interface Notices {
  webhook: boolean;
  mail: boolean;
  language: string;
  unconfirmed?: true;
}

/** The language that whoever uses this browser reads. */
export interface Reads {
  language: string;
}

/** What became of a notice sent now; null where no address is set. */
export interface NoticesTested {
  webhook: string | null;
  mail: string | null;
}

/** The menu of a seat that is not to act. */
export interface NoMenu {
  state?: undefined;
}

export type Menu =
  | NoMenu
  | AllotMenu
  | DiscardMenu
  | OffensiveMenu
  | PhaseMenu
  | AttackMenu
  | EvadeMenu
  | PlayCardMenu
  | RetreatMenu
  | LiberateMenu
  | ReinforceMenu
  | RetireMenu
  | TradeMenu
  | RedrawMenu
  | LaudonMenu
  | FlipMenu
  | GiftMenu
  | LoseMenu
  | WestMenu
  | MovePathMenu
  | SplitAllotMenu
  | RecruitOrderMenu
  | RecruitPlaceMenu
  | RecruitPayMenu
  | RecruitAssignMenu;

export type ServerMessage = Snapshot | Update | Curtain | Table | Chat | Gone | Reply | Refused;

export type ClientMessage =
  Hello | Order | Check | TakeBack | AskLog | AskSince | AskFrame | Take | Say | Note | Instruct | Ask | Ping;

/** What each message is answered with, where it is carried out. */
export interface Replies {
  hello: Reply;
  order: OrderDone;
  check: Checked;
  undo: UndoDone;
  log: LogPage;
  since: SinceThen;
  frame: FrameFound;
  take: Reply;
  chat: Said;
  notes: Reply;
  instruct: Instructed;
  ask: Answered;
  ping: Reply;
}

/** What each question about the board is answered with. */
export interface Answers {
  walk: Walk | NoWalk;
  piece: PieceAid;
  plan: PlanAid;
  objective: ObjectiveAid;
  objectives: Objectives;
  threats: Threats;
  warnings: Warnings;
  words: Words;
  hint: Hints;
  odds: AllOdds;
  chances: Chances;
}
