/** A piece of a text: a link, or the text between links. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string };

/** Begins with a supported scheme. Ends before spaces, quotes, angle brackets, invisible and full-width punctuation characters. */
const LINK = /\b(?:https?:\/\/|mailto:)[^\s\p{C}<>"“”«»、。，．：；！？「」『』（）【】]+/giu;

/** Punctuation that belongs to the sentence around a link and not to the link. */
const TRAILING = /[.,;:!?'’*_~]$/;

const CLOSING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Splits a text into links (http, https and mailto) and the text between them. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const link = withoutTrailing(match[0]);
    if (!isUsable(link)) continue;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    parts.push({ kind: 'link', text: link });
    end = match.index + link.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Removes punctuation from the end, and brackets that were opened before the link. */
function withoutTrailing(link: string): string {
  let end = link.length;
  while (end > 0 && isTrailing(link.slice(0, end))) end--;
  return link.slice(0, end);
}

function isTrailing(link: string): boolean {
  const last = link.at(-1) ?? '';
  const opening = CLOSING[last];
  const isUnopened = opening && link.split(last).length > link.split(opening).length;
  return isUnopened || TRAILING.test(last);
}

function isUsable(link: string): boolean {
  try {
    const { protocol, hostname, pathname } = new URL(link);
    return protocol === 'mailto:' ? /.@./.test(pathname) : hostname !== '';
  } catch {
    return false;
  }
}
