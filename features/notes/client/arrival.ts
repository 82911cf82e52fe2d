import { NOTE_CONTENT_MAX_CHARACTERS, NOTE_TITLE_MAX_CHARACTERS } from '../contract.ts';
import type { Text } from './draft.ts';

/**
 * What the address asks for: a new note from the app's shortcut (?new), or what another app shared. Read once, so
 * that a reload does not ask again.
 */
export function takeArrival(): Text | undefined {
  const query = new URLSearchParams(location.search);
  if (!['new', 'title', 'text', 'url'].some((name) => query.has(name))) return undefined;
  history.replaceState(history.state, '', location.pathname);
  const content = [query.get('text'), query.get('url')].filter(Boolean).join('\n');
  return {
    title: cut(query.get('title') ?? '', NOTE_TITLE_MAX_CHARACTERS),
    content: cut(content, NOTE_CONTENT_MAX_CHARACTERS),
  };
}

/** Without the first half of a pair at its end: a text cut through an emoji could not be saved. */
const cut = (text: string, maxCharacters: number) =>
  text.slice(0, maxCharacters).replace(/\p{Surrogate}$/u, '');
