import { parseFlags } from '#scripts/run/check-flags.ts';
import { deploy } from './deployment.ts';
import { pullBackup, showStatuses } from './inspection.ts';
import { rollBack } from './roll-back.ts';
import { connect, type Server } from './ssh.ts';

const USAGE = `npm run deploy -- root@host [--domain notes.example.com]   puts what is in this folder online
  --settings FILE            settings of a new server, NAME=value per line; otherwise it asks
  --internal-certificates    for a private network: certificates of an authority of the server's own
  --no-caddy                 another reverse proxy is in front of the server
  --caddy FILE               this program instead of a download
  --with-interruption        for migrations with which the running version cannot work
  --dry-run                  prints what would run on the server, and changes nothing

npm run deploy -- root@host --rollback | --status | --logs | --pull-backup

npm run deploy -- root@host1 root@host2 [--rollback | --status]   several servers in turn, behind a load balancer`;

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
const LOG = ['journalctl', '--unit=app', '--follow', '--lines=100', '--output=cat'];
const INTERRUPTED =
  'Interrupted. A version runs as before; a server whose switch had begun ends it by itself: --status shows which one runs.';

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
  if (!host) return console.log(USAGE);
  const actions = ACTIONS.filter((name) => values[name]);
  if (actions.length > 1)
    throw new Error(`--${actions.join(' and --')} do not go together: use one of them.`);
  if (more.length > 0 && (values.logs || values['pull-backup']))
    throw new Error(`--${actions[0]} is for one server at a time.`);
  const isDryRun = values['dry-run'];
  const isOneOfSeveral = more.length > 0;
  const open = (name: string) => connect(name, { isDryRun, isOneOfSeveral });
  const server = open(host);
  const servers: [Server, ...Server[]] = [server, ...more.map(open)];
  // The scripts on the servers end as if the connection were lost.
  const close = () => {
    for (const one of servers) one.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isInterrupted = true;
      close();
    });
  try {
    if (values.logs) return await server.show(...LOG);
    if (values['pull-backup']) return await pullBackup(server);
    if (values.rollback) return await rollBack(servers);
    if (values.status) return await showStatuses(servers);
    await deploy(servers, {
      domain: values.domain,
      settings: values.settings,
      caddy: values.caddy,
      hasInternalCertificates: values['internal-certificates'],
      usesCaddy: !values['no-caddy'],
      allowsInterruption: values['with-interruption'],
      isDryRun,
    });
  } finally {
    close();
  }
}
