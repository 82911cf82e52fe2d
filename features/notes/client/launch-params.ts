import { NOTE_CONTENT_MAX_CHARACTERS, NOTE_TITLE_MAX_CHARACTERS } from '../contract.ts';
import type { NoteText } from './note-draft.ts';

/**
 * Reads the new note that the address asks for: an empty one from the app's shortcut (?new), or text
 * that another app shared. Removes the request from the address, so that a reload does not repeat it.
 */
export function readNewNoteRequest(): NoteText | undefined {
  const query = new URLSearchParams(location.search);
  if (!['new', 'title', 'text', 'url'].some((name) => query.has(name))) return undefined;
  history.replaceState(history.state, '', location.pathname);
  const content = [query.get('text'), query.get('url')].filter(Boolean).join('\n');
  return {
    title: truncate(query.get('title') ?? '', NOTE_TITLE_MAX_CHARACTERS),
    content: truncate(content, NOTE_CONTENT_MAX_CHARACTERS),
  };
}

/** Truncates the text without splitting a surrogate pair: half an emoji could not be saved. */
const truncate = (text: string, maxCharacters: number) =>
  text.slice(0, maxCharacters).replace(/\p{Surrogate}$/u, '');
