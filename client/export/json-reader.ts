import { EXPORT_FILE } from '#shared/export.ts';
import { FileError } from './file-error.ts';
import { fileErrors as m } from './messages.ts';

/** Much more than an item that the server accepts, even if every character is escaped. */
const VALUE_MAX_CHARACTERS = 512 * 1024;

/**
 * Reads the JSON of an export from start to end, one item at a time: parsing all of it at once could block the browser
 * for seconds. Throws a FileError if the text is not JSON or has another structure than requested.
 */
export class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Yields the name of each member of an object. The caller must read its value before the next name. */
  *members(): Generator<string> {
    for (const _ of this.#parts('{', '}')) {
      const name = this.value();
      if (typeof name !== 'string' || !this.#take(':')) throw damaged();
      yield name;
    }
  }

  /** Yields once for each element of a list. The caller must read it before the next one. */
  elements(): Generator<void> {
    return this.#parts('[', ']');
  }

  /** Parses the next value. */
  value(): unknown {
    const start = this.#at;
    this.#at = this.#endOfValue();
    try {
      return JSON.parse(this.#text.slice(start, this.#at));
    } catch {
      throw damaged();
    }
  }

  /** Throws if anything follows. */
  end() {
    if (this.#next() !== undefined) throw damaged();
  }

  *#parts(opening: '{' | '[', closing: '}' | ']'): Generator<void> {
    if (!this.#take(opening)) throw new FileError(m.notExport);
    if (this.#take(closing)) return;
    do yield;
    while (this.#take(','));
    if (!this.#take(closing)) throw damaged();
  }

  #take(character: string): boolean {
    const isNext = this.#next() === character;
    if (isNext) this.#at++;
    return isNext;
  }

  /** Returns the next character that is not white space. */
  #next(): string | undefined {
    while (WHITE_SPACE.has(this.#text[this.#at])) this.#at++;
    return this.#text[this.#at];
  }

  /** Returns the end of the next value, including the white space after it. */
  #endOfValue(): number {
    let depth = 0;
    let isString = false;
    const limit = this.#at + VALUE_MAX_CHARACTERS;
    for (let at = this.#at; at < limit; at++) {
      const character = this.#text[at];
      if (character === undefined) return at;
      if (isString) {
        if (character === '\\') at++;
        else if (character === '"') isString = false;
      } else if (character === '"') isString = true;
      else if (depth === 0 && ENDS.has(character)) return at;
      else if (character === '{' || character === '[') depth++;
      else if (character === '}' || character === ']') depth--;
    }
    throw new FileError(m.notExport);
  }
}

const WHITE_SPACE = new Set<string | undefined>([' ', '\t', '\n', '\r']);
const ENDS = new Set([',', ':', '}', ']']);

const damaged = () => new FileError(m.damaged(EXPORT_FILE));
