/**
 * `npm run budget`: prints what each kilobyte of script is for, and what each screen costs on a processor slowed down
 * four times. The test tests/e2e/build/budget.spec.ts fails if a screen downloads more than its budget.
 * usage: npm run budget -- [WORD]    only screens whose name contains the word
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SIZES_FILE } from '#scripts/build/build-sizes.ts';
import { openBrowser, openPage } from '#tests/support/app-page.ts';
import { markdownTable } from '#tests/support/markdown-table.ts';
import { type MeasuredScreen, measuredScreens } from '#tests/support/measured-screens.ts';
import { median } from '#tests/support/median.ts';
import {
  type Downloads,
  frameMs,
  latencyOf,
  longTasks,
  openMeasured,
} from '#tests/support/screen-cost.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

const ROUNDS = 3;
const SLOWDOWN = 4;
const PHONE = { width: 412, height: 823, scheme: 'light', hasTouch: true } as const;

type Cost = Downloads & {
  /** On the first visit, and after a reload. */
  blockedMs: number;
  blockedAgainMs: number;
  latencyMs: number[];
  frameMs: number;
};

const only = process.argv[2] ?? '';
console.log(await readFile(join('dist', SIZES_FILE), 'utf8'));
const screens = (await measuredScreens()).filter(({ name }) => name.includes(only));
const costs = screens.map((screen) => ({ screen, rounds: [] as Cost[] }));
await using site = await startServerProcess(['server/main.ts']);
await using browser = await openBrowser();
// In turn, so that other load on the machine affects all screens.
for (let round = 0; round < ROUNDS; round++)
  for (const { screen, rounds } of costs) rounds.push(await measure(screen));
console.log(markdownTable(costs.map(({ screen, rounds }) => describe(screen, rounds))));

async function measure(screen: MeasuredScreen): Promise<Cost> {
  const page = await openPage(browser, site.url, screen.as ?? 'visitor', PHONE);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const downloads = await openMeasured(page, screen);
  const blockedMs = blocked(await longTasks(page));
  await page.reload();
  await page
    .locator(screen.ready ?? 'h1')
    .first()
    .waitFor();
  const latencyMs: number[] = [];
  for (const interaction of screen.interactions) latencyMs.push(await latencyOf(page, interaction));
  const cost = {
    ...downloads,
    blockedMs,
    blockedAgainMs: blocked(await longTasks(page)),
    latencyMs,
    frameMs: screen.scrolls ? await frameMs(page) : Number.NaN,
  };
  await page.context().close();
  return cost;
}

/** Returns the total time by which tasks exceeded 50 ms. */
function blocked(durations: number[]) {
  return durations.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
}

function describe(screen: MeasuredScreen, rounds: Cost[]) {
  const { budget } = screen;
  const middle = (value: (cost: Cost) => number) => median(rounds.map(value));
  const kb = (value: (cost: Cost) => number, limit: number) =>
    `${middle(value).toFixed(1)} of ${limit}`;
  const ms = (value: (cost: Cost) => number) => middle(value).toFixed(0);
  return {
    screen: screen.name,
    'script at once, KB': kb(({ startKb }) => startKb, budget.startKb),
    'script in use, KB': kb(({ scriptKb }) => scriptKb, budget.scriptKb),
    'styles, KB': kb(({ styleKb }) => styleKb, budget.styleKb),
    requests: `${middle(({ requests }) => requests)} of ${budget.requests}`,
    'blocked, ms': ms(({ blockedMs }) => blockedMs),
    'after a reload': ms(({ blockedAgainMs }) => blockedAgainMs),
    'from a press to its result, ms': screen.interactions
      .map(({ name }, index) => `${name} ${ms(({ latencyMs }) => latencyMs[index] ?? Number.NaN)}`)
      .join(', '),
    'a frame while scrolling, ms': screen.scrolls ? ms(({ frameMs }) => frameMs) : '',
  };
}
