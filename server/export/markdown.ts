/** Writes the Markdown file of an item: its data as front matter, then title, text and photo. */
export function toMarkdown({
  id,
  title,
  text,
  photo,
  created_at,
  updated_at,
}: {
  id: string;
  title: string;
  text: string;
  /** The name of the photo in the same folder. */
  photo: string | undefined;
  created_at: string;
  updated_at: string;
}) {
  const heading = title.replace(/\s+/g, ' ').trim();
  const parts = [
    ...(heading ? [`# ${heading}`] : []),
    text,
    ...(photo ? [`![Photo](${encodeURIComponent(photo)})`] : []),
  ];
  return [
    '---',
    `id: ${id}`,
    // A JSON string is a valid YAML string, whatever it contains.
    `title: ${JSON.stringify(title)}`,
    `created: ${created_at}`,
    `updated: ${updated_at}`,
    '---',
    '',
    parts.join('\n\n'),
    '',
  ].join('\n');
}
