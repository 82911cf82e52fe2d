/** Writes the Markdown file of an item: its data as front matter, then title, text and photo. */
export function toMarkdown({
  id,
  title,
  text,
  photo,
  otherFields = {},
  created_at,
  updated_at,
}: {
  id: string;
  title: string;
  text: string;
  /** The name of the photo in the same folder. */
  photo: string | undefined;
  /** The fields besides title and text. They are only in the front matter. */
  otherFields?: Record<string, unknown>;
  created_at: string;
  updated_at: string;
}) {
  const heading = title.replace(/\s+/g, ' ').trim();
  const parts = [
    ...(heading ? [`# ${heading}`] : []),
    ...(text ? [text] : []),
    ...(photo ? [`![Photo](${encodeURIComponent(photo)})`] : []),
  ];
  return [
    '---',
    `id: ${id}`,
    // JSON is valid YAML, whatever a text contains.
    `title: ${JSON.stringify(title)}`,
    ...Object.entries(otherFields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    `created: ${created_at}`,
    `updated: ${updated_at}`,
    '---',
    '',
    parts.join('\n\n'),
    '',
  ].join('\n');
}
