const NAME_MAX_BYTES = 140;
const UNTITLED = 'Untitled';
/** Path separators, characters that Windows forbids, and control characters. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Invisible characters, some of which change the order of others. */
const INVISIBLE = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;
/** Joins or separates letters and parts of emoji. */
const JOINERS = ['\u200c', '\u200d', '\ufe0f'];

/** Gives each item of an export a unique, readable name that is safe on every system. */
export function createFileNames() {
  const used = new Map<string, number>();

  return {
    /** Returns a path without extension, such as `items/2026-11-17 Harbour walk`. */
    next(folder: string, { title, created_at }: { title: string; created_at: string }) {
      const base = `${folder}/${created_at.slice(0, 10)} ${safeName(title)}`;
      for (;;) {
        const count = (used.get(keyOf(base)) ?? 0) + 1;
        used.set(keyOf(base), count);
        if (count === 1) return base;
        // Another title can end with the same number.
        const numbered = `${base} (${count})`;
        if (used.has(keyOf(numbered))) continue;
        used.set(keyOf(numbered), 1);
        return numbered;
      }
    },
  };
}

/** Converts a title to a part of a file name, in any language. */
export function safeName(title: string) {
  const text = title
    .toWellFormed()
    .normalize('NFC')
    .replace(FORBIDDEN, ' ')
    .replace(INVISIBLE, (character) => (JOINERS.includes(character) ? character : ''))
    .replace(/\s+/g, ' ');
  // Windows removes dots and spaces at the end.
  return cutOff(text.trim()).replace(/[. ]+$/, '') || UNTITLED;
}

/** Shortens a name to what every file system can store, between two visible characters. */
function cutOff(text: string) {
  if (Buffer.byteLength(text) <= NAME_MAX_BYTES) return text;
  let name = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(name + segment) > NAME_MAX_BYTES) break;
    name += segment;
  }
  return name;
}

/** Returns the form in which names are compared: some systems ignore case and composition. */
const keyOf = (name: string) => name.normalize('NFKC').replace(INVISIBLE, '').toLowerCase();
