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
  const value = (name: string) => query.get(name) ?? '';
  return textOfShared({ title: value('title'), text: value('text'), url: value('url') });
}

/**
 * Reads whether another app has shared something with the service worker (?shared), or with the server, which could not
 * store it (?share). Removes that from the address.
 */
export function readShareRequest(): 'received' | 'lost' | undefined {
  const query = new URLSearchParams(location.search);
  const request = query.has('shared') ? 'received' : query.has('share') ? 'lost' : undefined;
  if (request) history.replaceState(history.state, '', location.pathname);
  return request;
}

/** Returns the text of a note with what another app shared, cut to what a note can hold. */
export function textOfShared({
  title,
  text,
  url,
}: Record<'title' | 'text' | 'url', string>): NoteText {
  return {
    title: truncate(title, NOTE_TITLE_MAX_CHARACTERS),
    content: truncate([text, url].filter(Boolean).join('\n'), NOTE_CONTENT_MAX_CHARACTERS),
  };
}

/** Truncates the text without splitting a surrogate pair: half an emoji could not be saved. */
const truncate = (text: string, maxCharacters: number) =>
  text.slice(0, maxCharacters).replace(/\p{Surrogate}$/u, '');
