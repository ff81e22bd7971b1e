/** The menu as one flat shape: every field of any decision, there or not as its `state` has it. */
import type { Menu } from './types';

type Field<U> = U extends unknown ? keyof U : never;
type At<U, K extends PropertyKey> = U extends { [key in K]: infer V } ? V : never;

export type AnyMenu = { readonly [K in Field<Menu>]?: At<Menu, K> | undefined };
