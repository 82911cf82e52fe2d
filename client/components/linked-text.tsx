import { splitLinks } from '#client/text/split-links.ts';

/** Shows a text with clickable links. Markup in it is shown as text. */
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
