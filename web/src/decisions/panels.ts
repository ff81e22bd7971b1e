/** A decision's panel stands beside its class and bears its name; the others share one. */
import type { Component } from 'svelte';
import type { View } from '../lib/types';
import type { Action } from '../table/action.svelte';
import type { Table } from '../table/store.svelte';
import { moduleOf } from './registry';

export interface PanelProps {
  table: Table;
  action: Action;
  view: View;
  /** Shows a city on the map. */
  oncity: (id: string) => void;
}

const panels = import.meta.glob<Component<PanelProps>>('./*.svelte', { eager: true, import: 'default' });

export function panelOf(state: string): Component<PanelProps> | undefined {
  const name = moduleOf(state) ?? 'deciding';
  return panels[`./${name[0]?.toUpperCase() ?? ''}${name.slice(1)}.svelte`] ?? panels['./Deciding.svelte'];
}
