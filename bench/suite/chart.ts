import { figureOf, formatNumber, type RowResult, spreadOfRounds } from './figures.ts';
import { HASH_ALONE } from './measure.ts';
import type { Results } from './results.ts';

const WIDTH = 860;
const NAME_WIDTH = 210;
const VALUE_WIDTH = 190;
const BAR_WIDTH = WIDTH - NAME_WIDTH - VALUE_WIDTH;
const LINE = 18;
const BAR_HEIGHT = 12;
const TITLE_HEIGHT = 34;

/** Styles of every chart: legible on light and dark pages. */
export const CHART_STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #24292f }
    .title { font-weight: 600 }
    .limit { fill: #8c959f; stroke: #8c959f } .own { fill: #0969da; stroke: #0969da } .other { fill: #bc4c00; stroke: #bc4c00 }
    .spread { stroke: #24292f; stroke-width: 1 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .spread { stroke: #e6edf3 }
      .own { fill: #4493f8; stroke: #4493f8 } .other { fill: #db6d28; stroke: #db6d28 }
    }`;

/** Draws a group of bars for each row. The longest bar of each group has the full width. */
export function drawBars(results: Results) {
  let y = 0;
  const groups = results.rows.map((result) => {
    const top = y;
    const bars = barsOf(result, results);
    y += TITLE_HEIGHT + bars.length * LINE;
    return drawGroup(result, bars, top);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + LINE}" width="${WIDTH}" height="${y + LINE}" role="img" aria-label="Requests per second of each row">
  <style>${CHART_STYLE}
  </style>
${groups.join('\n')}
</svg>
`;
}

function barsOf({ row, measured }: RowResult, { subjects }: Results) {
  return measured.map((one) => ({
    name: one.subject,
    kind:
      one.subject === HASH_ALONE
        ? 'limit'
        : (subjects.find(({ name }) => name === one.subject)?.kind ?? 'own'),
    spread: spreadOfRounds(one, figureOf(row).figure),
  }));
}

function drawGroup({ row }: RowResult, bars: ReturnType<typeof barsOf>, top: number) {
  const { unit, isRate } = figureOf(row);
  const most = Math.max(...bars.map(({ spread }) => spread?.highest ?? 0));
  const x = (value: number) => NAME_WIDTH + (value / most) * BAR_WIDTH;
  const lines = bars.map(({ name, kind, spread }, index) => {
    const middle = top + TITLE_HEIGHT + index * LINE;
    const label = `  <text x="${NAME_WIDTH - 8}" y="${middle + 4}" text-anchor="end">${name}</text>`;
    if (!spread) return `${label}\n  <text x="${NAME_WIDTH}" y="${middle + 4}">failed</text>`;
    return `${label}
  <rect class="${kind}" x="${NAME_WIDTH}" y="${middle - BAR_HEIGHT / 2}" width="${(x(spread.median) - NAME_WIDTH).toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>
  <path class="spread" d="M${x(spread.lowest).toFixed(1)} ${middle}H${x(spread.highest).toFixed(1)}"/>
  <text x="${(x(spread.highest) + 8).toFixed(1)}" y="${middle + 4}">${formatNumber(spread.median)}</text>`;
  });
  const hint = isRate ? unit : `${unit}, less is better`;
  return `  <text class="title" x="0" y="${top + TITLE_HEIGHT - 16}">${row.title}: ${hint}</text>\n${lines.join('\n')}`;
}
