/** The evaluator of the charts: no page, no network, the sheet's data in, answers out. */

export { Desk, type DeskData, type Reached } from './desk';
export { Frac } from './frac';
export type { Mark } from './question';
export type { Sheet } from './sheet';
