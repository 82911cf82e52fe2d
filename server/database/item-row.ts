import type { ItemKind, ItemOf } from '#shared/items.ts';

/** A row in the table of a kind of item. */
export type ItemRow<Kind extends ItemKind> = {
  [Name in keyof ItemOf<Kind>]: Stored<ItemOf<Kind>[Name]>;
} & { user_id: string; seq: number };

type Stored<Value> = Value extends boolean ? number : Value;

/** The tables of some kinds of items. */
export type ItemTables<Kind extends ItemKind> = {
  [One in Kind as One['many']]: ItemRow<One>;
};
