/** The keys of the table: what each does, and what the sheet of keys says of it. */
import type { Desk } from './desk.svelte';

type Act = (desk: Desk, onButton: boolean) => unknown;
interface Key {
  /** As the keyboard names it; letters in small. */
  key: string;
  /** As the sheet of keys writes it, where it differs. */
  shown?: string;
  /** The sentence of the catalogue that says what it does. */
  text: string;
  /** False leaves the key to the page. A key of the map itself has no act here. */
  act?: Act;
}

export const KEYS: Key[] = [
  { key: 'arrows', shown: '← → ↑ ↓', text: 'keys.pan' },
  { key: '+ −', text: 'keys.zoom' },
  { key: '0', text: 'keys.whole' },
  { key: '/', text: 'keys.find', act: (d) => d.focusOn('find') },
  {
    key: 'n',
    text: 'keys.next',
    act: (d) => {
      d.nextMovable();
      d.focusOn('panel');
    },
  },
  {
    key: 'Enter',
    text: 'keys.confirm',
    act: (d, onButton) => !onButton && !!d.action.order && void d.action.confirm(),
  },
  { key: 'Backspace', text: 'keys.back', act: (d) => d.action.stepBack() },
  { key: 'Escape', shown: 'Esc', text: 'keys.cancel', act: (d) => d.cancel() },
  { key: 'e', text: 'keys.end', act: (d) => d.focusOn('end') },
  { key: 'r', text: 'keys.recruit', act: (d) => d.focusOn('recruit') },
  { key: 'u', text: 'keys.undo', act: (d) => void (d.table.undo.order && d.table.takeBack('order')) },
  { key: 'y', text: 'keys.redo', act: (d) => void d.table.redo() },
  { key: 'h', text: 'keys.hide', act: (d) => void (d.hidden = !d.hidden) },
  { key: 't', text: 'keys.threats', act: (d) => void d.look.toggleThreats() },
  {
    key: 'o',
    text: 'keys.order',
    act: (d) => {
      d.tab = 'play';
      d.focusOn('order');
    },
  },
  { key: ' ', shown: 'Space', text: 'keys.step', act: (d, onButton) => !onButton && void d.table.next() },
  { key: '?', text: 'keys.help', act: (d) => void (d.sheet = 'keys') },
];
const ACTS = new Map<string, Act>(KEYS.flatMap((k) => (k.act ? [[k.key, k.act]] : [])));

/** A key was pressed, perhaps with the focus on a button; true when it meant something. */
export function press(desk: Desk, key: string, onButton: boolean): boolean {
  const act = ACTS.get(key.length === 1 ? key.toLowerCase() : key);
  return act !== undefined && act(desk, onButton) !== false;
}
