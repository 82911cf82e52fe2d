import { CHART_STYLE } from '#bench/suite/chart.ts';
import { formatNumber } from '#bench/suite/figures.ts';
import { median } from '#tests/support/median.ts';
import type { Curve, Growth } from './report.ts';

const PANEL = { width: 230, height: 150, gapX: 70, gapY: 60 };
const PANELS_PER_LINE = 3;
const LEFT = 50;
const TOP = 50;
const TITLE_HEIGHT = 50;
const WIDTH = LEFT + PANELS_PER_LINE * (PANEL.width + PANEL.gapX);

type Position = { x: number; y: number };

/** Draws a panel for each call, both axes logarithmic, with a line for each engine. */
export function drawCurves({ curves }: Growth) {
  const most = Math.max(...curves.flatMap(({ points }) => points.flatMap(({ p50Ms }) => p50Ms)));
  let y = TOP;
  const sections = [...Map.groupBy(curves, ({ by }) => by)].map(([by, group]) => {
    const panels = [...Map.groupBy(group, ({ call }) => call)];
    const top = y + TITLE_HEIGHT;
    y = top + Math.ceil(panels.length / PANELS_PER_LINE) * (PANEL.height + PANEL.gapY);
    const drawn = panels.map(([call, lines], index) =>
      drawPanel(call, lines, most, {
        x: LEFT + (index % PANELS_PER_LINE) * (PANEL.width + PANEL.gapX),
        y: top + Math.floor(index / PANELS_PER_LINE) * (PANEL.height + PANEL.gapY),
      }),
    );
    const title = `  <text class="title" x="${LEFT}" y="${top - 34}">By the number of ${by}</text>`;
    return `${title}\n${drawn.join('\n')}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="Milliseconds of one request as the data grows">
  <style>${CHART_STYLE}
    polyline.own, polyline.other { fill: none; stroke-width: 2 }
    .axis { stroke: #8c959f; stroke-width: 1; opacity: .5 }
  </style>
  <text class="title" x="${LEFT}" y="20">Milliseconds of one request; both axes are logarithmic</text>
  <rect class="own" x="${LEFT}" y="32" width="12" height="3"/><text x="${LEFT + 18}" y="38">SQLite</text>
  <rect class="other" x="${LEFT + 80}" y="32" width="12" height="3"/><text x="${LEFT + 98}" y="38">PostgreSQL</text>
${sections.join('\n')}
</svg>
`;
}

function drawPanel(title: string, curves: Curve[], most: number, { x, y }: Position) {
  const counts = curves[0]?.points.map(({ count }) => count) ?? [];
  const [first = 1, last = 1] = [counts[0], counts.at(-1)];
  const toX = (count: number) =>
    x + (Math.log(count / first) / Math.log(last / first || 2)) * PANEL.width;
  // From a tenth of a millisecond to the slowest call of all panels.
  const toY = (ms: number) =>
    y +
    PANEL.height -
    (Math.log10(Math.max(ms, 0.1) / 0.1) / Math.log10(most / 0.1)) * PANEL.height;
  const ticks = [0.1, 1, 10, 100, 1000, 10_000].filter((ms) => ms <= most);
  return [
    `  <text x="${x}" y="${y - 8}">${title}</text>`,
    ...ticks.map(
      (ms) =>
        `  <path class="axis" d="M${x} ${toY(ms).toFixed(1)}h${PANEL.width}"/><text x="${x - 6}" y="${(toY(ms) + 4).toFixed(1)}" text-anchor="end">${ms}</text>`,
    ),
    ...counts.map(
      (count) =>
        `  <text x="${toX(count).toFixed(1)}" y="${y + PANEL.height + 16}" text-anchor="middle">${count.toLocaleString('en', { notation: 'compact' })}</text>`,
    ),
    ...curves.map((curve) => drawCurve(curve, toX, toY)),
  ].join('\n');
}

function drawCurve(
  { engine, points }: Curve,
  toX: (count: number) => number,
  toY: (ms: number) => number,
) {
  const places = points.map(({ count, p50Ms }) => ({
    x: toX(count).toFixed(1),
    y: toY(median(p50Ms)).toFixed(1),
    ms: median(p50Ms),
  }));
  const kind = engine === 'SQLite' ? 'own' : 'other';
  const dots = places.map(
    ({ x, y, ms }) =>
      `  <circle class="${kind}" cx="${x}" cy="${y}" r="3"><title>${engine}: ${formatNumber(ms)} ms</title></circle>`,
  );
  const line = places.map(({ x, y }) => `${x},${y}`).join(' ');
  return `  <polyline class="${kind}" points="${line}"/>\n${dots.join('\n')}`;
}
