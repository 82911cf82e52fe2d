/** Returns a Markdown table. The keys of the first row are the titles of the columns. */
export function markdownTable(rows: Record<string, string | number>[]) {
  const titles = Object.keys(rows[0] ?? {});
  const lines = [titles, titles.map(() => '---'), ...rows.map((row) => titles.map((t) => row[t]))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
