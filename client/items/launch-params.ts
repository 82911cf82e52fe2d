import type { FieldValues } from '#client/sync/item.ts';
import { firstOfKind } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';

/** What another app shares. */
type Shared = Record<'title' | 'text' | 'url', string>;

/**
 * Reads which new item the address requests: an empty one from the app's shortcut (?new), or text that another app
 * shared. Removes the request from the address, so that a reload does not repeat it.
 */
export function readNewRequest(kind: ItemKind): FieldValues | undefined {
  const query = new URLSearchParams(location.search);
  if (!['new', 'title', 'text', 'url'].some((name) => query.has(name))) return undefined;
  history.replaceState(history.state, '', location.pathname);
  const value = (name: string) => query.get(name) ?? '';
  return fieldsOfShared(kind, { title: value('title'), text: value('text'), url: value('url') });
}

/**
 * Reads whether the service worker (?shared) or the server (?share), which cannot store it, received content from
 * another app. Removes the parameter from the address.
 */
export function readShareRequest(): 'received' | 'lost' | undefined {
  const query = new URLSearchParams(location.search);
  const request = query.has('shared') ? 'received' : query.has('share') ? 'lost' : undefined;
  if (request) history.replaceState(history.state, '', location.pathname);
  return request;
}

/**
 * Returns the fields of an item with the content that another app shared, cut to their limits: the title in the first
 * text, everything else in the first long text.
 */
export function fieldsOfShared(kind: ItemKind, { title, text, url }: Shared): FieldValues {
  const parts = { text: title, 'long-text': [text, url].filter(Boolean).join('\n') };
  const values: FieldValues = {};
  for (const type of ['text', 'long-text'] as const) {
    const field = firstOfKind(kind, type);
    if (field && 'maxCharacters' in field)
      values[field.name] = truncate(parts[type], field.maxCharacters);
  }
  return values;
}

/** Truncates the text without splitting a surrogate pair, because half an emoji could not be saved. */
const truncate = (text: string, maxCharacters: number) =>
  text.slice(0, maxCharacters).replace(/\p{Surrogate}$/u, '');
