/** `npm run lighthouse`: measures the built site with Lighthouse on a phone. Fails below the thresholds. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '#tests/support/chromium.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

// Downloaded on demand, because it is larger than all other dependencies together.
const LIGHTHOUSE = 'lighthouse@13.5.0';
const PATHS = ['/', '/about', '/help', '/login'];
const THRESHOLDS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
// Takes the best of several runs, because other load on the machine lowers the scores.
const ATTEMPTS = 3;

type Category = keyof typeof THRESHOLDS;
type Report = {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
};

const categories = Object.keys(THRESHOLDS) as Category[];
const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
const site = await startServerProcess(['server/main.ts']);
try {
  const reports = new Map<string, Report>();
  for (const path of PATHS) reports.set(path, await measure(path));
  printTable(reports);
  if (![...reports.values()].every(isGoodEnough)) process.exitCode = 1;
} finally {
  await site.stop();
  await rm(folder, { recursive: true });
}

async function measure(path: string): Promise<Report> {
  let best: Report | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    console.log(`${path} …`);
    // Lighthouse sometimes loses the trace of a run, on any page.
    const report = await runLighthouse(path).catch((error) => console.log(error.message));
    if (report && (!best || performanceOf(report) > performanceOf(best))) best = report;
    if (best && isGoodEnough(best)) break;
  }
  if (!best) throw new Error(`Lighthouse could not measure ${path}.`);
  return best;
}

async function runLighthouse(path: string): Promise<Report> {
  const file = join(folder, 'report.json');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Windows starts npx only through a shell, which would split arguments at spaces.
  const inShell = process.platform === 'win32';
  const child = spawn(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      `${site.url}${path}`,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-background-networking --disable-component-update --disable-sync --no-first-run',
    ].map((arg) => (inShell ? `"${arg}"` : arg)),
    {
      env: { ...process.env, CHROME_PATH: ensureChromium().CHROMIUM_WITH_WINDOW },
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: inShell,
    },
  );
  child.on('error', reject);
  child.on('exit', (code) =>
    code === 0 ? resolve() : reject(new Error(`Lighthouse ended with ${code}`)),
  );
  await promise;
  return JSON.parse(await readFile(file, 'utf8'));
}

function printTable(reports: Map<string, Report>) {
  const row = (cells: string[]) => console.log(cells.map((cell) => cell.padEnd(16)).join(''));
  console.log();
  row(['', ...categories, 'LCP', 'layout shift', 'blocking']);
  row(['at least', ...categories.map((name) => String(THRESHOLDS[name]))]);
  for (const [path, report] of reports) {
    const metrics = ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'];
    row([
      path,
      ...categories.map((name) => String(scoreOf(report, name))),
      ...metrics.map((id) => report.audits[id]?.displayValue ?? '?'),
    ]);
  }
  for (const [path, report] of reports) {
    for (const problem of listProblems(report)) console.log(`\n${path}: ${problem}`);
  }
}

/** Lists the audits that cost points. */
function listProblems(report: Report): string[] {
  return categories
    .filter((name) => scoreOf(report, name) < THRESHOLDS[name])
    .flatMap((name) => report.categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${report.audits[id]?.title} ${report.audits[id]?.displayValue ?? ''}`);
}

function isGoodEnough(report: Report) {
  return categories.every((name) => scoreOf(report, name) >= THRESHOLDS[name]);
}

function performanceOf(report: Report) {
  return scoreOf(report, 'performance');
}

function scoreOf(report: Report, name: Category) {
  return Math.round(report.categories[name].score * 100);
}
