import { splitLinks } from '#client/text/split-links.ts';

/** Shows a text with its links. Nothing in it is read as markup. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, index) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        key={index}
        href={part.text}
        className="link"
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {part.text}
      </a>
    ),
  );
}
