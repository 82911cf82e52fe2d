import { ApiError } from '#client/api-client/api-error.ts';

export type Page<Item> = { items: Item[]; next: string | null };

export type Pages<Item> = {
  /** Undefined until the first page has arrived. */
  items: Item[] | undefined;
  next: string | null;
  loading: boolean;
  /** Why a page could not be read, and which one; the first has no cursor. */
  failure: { error: ApiError; before: string | undefined } | undefined;
};

/** Returns the list after reading the page at a cursor. The first page replaces the list, the others are appended. */
export function withPage<Item>(
  shown: Pages<Item>,
  before: string | undefined,
  page: Page<Item> | ApiError,
): Pages<Item> {
  if (page instanceof ApiError)
    return { ...shown, loading: false, failure: { error: page, before } };
  return {
    items: before ? [...(shown.items ?? []), ...page.items] : page.items,
    next: page.next,
    loading: false,
    failure: undefined,
  };
}
