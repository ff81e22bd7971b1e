/** What happens by itself at one's place: everything that follows when the game goes on. */
import { untrack } from 'svelte';
import { say, t } from '../i18n/index.svelte';
import { setMark } from '../start/shelf';
import type { Desk } from './desk.svelte';
import { addMissing } from './shuffle';
import { play, soundOf } from './sounds';
import { announceTurn } from './title';

/** Attends to a desk; to be called while a component starts. */
export function attend(desk: Desk, taught: boolean): void {
  const { action, camera, look, map, news, table } = desk;
  $effect(() => {
    table.taught = taught;
    return table.start();
  });
  $effect(() => setMark(table.game, 'hidden', false));
  $effect(() => {
    void table.menu;
    action.sync();
  });
  $effect(() => {
    void table.view;
    untrack(() => look.refresh());
  });
  $effect(() => {
    if (table.past) untrack(() => look.close());
  });
  // A refusal speaks of one plan: with another plan, or an order that went through, it is out of date.
  $effect(() => {
    void action.plan;
    void table.given;
    untrack(() => (table.refusal = null));
  });
  $effect(() => {
    const now = table.view;
    const where = now ? `${t('prompt.turn', { turn: now.turn })} · ${say(`name.scenario.${now.scenario}`)}` : '';
    return announceTurn(table.myTurn && !now?.result, where);
  });
  let mine: boolean | null = null;
  $effect(() => {
    const now = table.myTurn;
    if (now && mine === false) play('turn');
    if (table.view) mine = now;
  });
  // What has just happened sounds once; what was there when the page was opened does not.
  let heard = -1;
  $effect(() => {
    const last = table.log.at(-1);
    if (!last || last.n <= heard) return;
    const sound = heard >= 0 ? soundOf(last.events) : null;
    heard = last.n;
    if (sound) play(sound);
  });
  $effect(() => desk.greet());
  // Whoever has given an order of his own has seen what there was before it.
  $effect(() => {
    if (desk.sinceOpen && !desk.missed) untrack(() => desk.closeSince());
  });
  // No ring and no card of an earlier stage stays behind.
  const stage = $derived(`${table.view?.turn} ${table.view?.nation}`);
  $effect(() => {
    void stage;
    untrack(() => look.close());
  });
  $effect(() => {
    void table.chat;
    void table.info;
    untrack(() => news.hear());
  });
  $effect(() => {
    if (table.info) addMissing(table.info.card);
  });
  // What is only told calls nobody away: what must be acknowledged does, and the end of the game.
  const calls = $derived(table.holding || table.view?.result != null);
  $effect(() => {
    if (calls) untrack(() => desk.call());
  });

  // The camera.
  $effect(() => {
    if (!map.started) return;
    const { told } = camera;
    untrack(() => camera.reveal(told));
  });
  $effect(() => {
    if (!map.started) return;
    const { asked } = camera;
    untrack(() => camera.reveal(asked));
  });
  const mover = $derived(camera.mover);
  $effect(() => {
    if (mover && map.started) untrack(() => camera.findMovers());
  });
  const field = $derived(camera.field);
  $effect(() => {
    if (field && map.started) untrack(() => camera.goToBattle(field));
  });
}
