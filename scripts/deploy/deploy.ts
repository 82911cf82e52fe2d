import { parseFlags } from '#scripts/run/check-flags.ts';
import { deploy } from './deployment.ts';
import { pullBackup, showStatus } from './inspection.ts';
import { connect } from './ssh.ts';
import { step } from './steps.ts';

const USAGE = `npm run deploy -- root@host [--domain notes.example.com]   puts what is in this folder online
  --settings FILE            settings of a new server, NAME=value per line; otherwise it asks
  --internal-certificates    for a private network: certificates of an authority of the server's own
  --no-caddy                 another reverse proxy is in front of the server
  --caddy FILE               this program instead of a download
  --with-interruption        for migrations with which the running version cannot work
  --dry-run                  prints what would run on the server, and changes nothing

npm run deploy -- root@host --rollback | --status | --logs | --pull-backup`;

const OPTIONS = {
  domain: { type: 'string' },
  settings: { type: 'string' },
  caddy: { type: 'string' },
  'internal-certificates': { type: 'boolean', default: false },
  'no-caddy': { type: 'boolean', default: false },
  'with-interruption': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  rollback: { type: 'boolean' },
  status: { type: 'boolean' },
  logs: { type: 'boolean' },
  'pull-backup': { type: 'boolean' },
} as const;

const ACTIONS = ['rollback', 'status', 'logs', 'pull-backup'] as const;
const INTERRUPTED =
  'Interrupted. A version runs as before; if the switch had begun, the server ends it by itself: --status shows which one.';

let isInterrupted = false;

try {
  await run();
} catch (error) {
  console.error(isInterrupted ? INTERRUPTED : (error as Error).message);
  process.exitCode = 1;
}

async function run() {
  const { values, positionals } = parseFlags({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: OPTIONS,
  });
  const [host, ...more] = positionals;
  if (!host || more.length > 0) return console.log(USAGE);
  const actions = ACTIONS.filter((name) => values[name]);
  if (actions.length > 1)
    throw new Error(`--${actions.join(' and --')} do not go together: use one of them.`);
  const isDryRun = values['dry-run'];
  const server = connect(host, { isDryRun });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isInterrupted = true;
      // The scripts on the server end as if the connection were lost.
      server.close();
    });
  try {
    if (values.status) return await showStatus(server);
    if (values.logs)
      return await server.show(
        'journalctl',
        '--unit',
        'app',
        '--follow',
        '--lines',
        '100',
        '--output',
        'cat',
      );
    if (values['pull-backup']) return await pullBackup(server);
    if (values.rollback) {
      await server.lock();
      return console.log(
        (await step('Rolling back', () => server.runToItsEnd('roll-back', []))).trim(),
      );
    }
    await deploy(server, {
      domain: values.domain,
      settings: values.settings,
      caddy: values.caddy,
      hasInternalCertificates: values['internal-certificates'],
      usesCaddy: !values['no-caddy'],
      allowsInterruption: values['with-interruption'],
      isDryRun,
    });
  } finally {
    server.close();
  }
}
