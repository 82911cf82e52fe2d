import { formatNumber, ratio } from '#bench/suite/figures.ts';
import type { Results } from '#bench/suite/results.ts';
import { markdownTable } from '#tests/support/markdown-table.ts';

/** Returns the section of the report that compares the rows with those of the peers. */
export function compareWithPeers(results: Results) {
  return `## SQLite, compared with the peers

How many times the rate of the peer, medians of the same run.

${peersTable(results)}`;
}

function peersTable({ rows, subjects }: Results) {
  const peers = subjects.filter(({ kind }) => kind === 'other');
  const own = subjects.find(({ kind }) => kind === 'own')?.name;
  return markdownTable(
    rows
      .filter(({ measured }) =>
        measured.some(({ subject }) => peers.some((p) => p.name === subject)),
      )
      .map((result) => {
        const find = (name = '') => result.measured.find(({ subject }) => subject === name);
        const cells = peers.map(({ name }) => {
          const times = ratio(result, find(own), find(name));
          return [name, times === undefined ? '—' : `${formatNumber(times)} ×`];
        });
        return { row: result.row.title, ...Object.fromEntries(cells) };
      }),
  );
}
