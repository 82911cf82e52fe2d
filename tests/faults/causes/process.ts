import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '#tests/support/wait-for.ts';
import { repeat, startMonitoredServer, startMonitoredWorkers } from '../monitored-server.ts';
import type { Cause } from './cause.ts';

const RESTARTS = 3;
const CONNECTIONS = 250;
const PAUSED_MS = 400;
const RUNNING_MS = 100;
/** Keeps 10 MB more in each second, up to a gigabyte. */
const LEAK = `const kept = [];
const timer = setInterval(() => {
  kept.push(Buffer.alloc(10e6, 1));
  if (kept.length === 100) clearInterval(timer);
}, 1000);`;
/** Does what LimitNOFILE of the service would. Node raises a lower soft limit to the hard one. */
const LIMIT_OPEN_FILES = `import { execFileSync } from 'node:child_process';
execFileSync('prlimit', ['--pid', process.pid, '--nofile=300:300']);`;

/** What happens to the process of the server. */
export const processCauses: Cause[] = [
  {
    // First, because it takes longest.
    alert: 'MemoryGrows',
    when: 'code in the process keeps memory for ever',
    async prepare(t) {
      const { prometheus } = await startMonitoredServer(t, runsFirst(LEAK));
      return {
        prometheus,
        bringAbout: () =>
          waitFor('the server uses 500 MB', async () => {
            const bytes = await prometheus.value('process_resident_memory_bytes');
            return Number(bytes) > 500e6;
          }),
      };
    },
  },
  {
    alert: 'ServerDown',
    when: 'the process is killed',
    async prepare(t) {
      const { server, prometheus } = await startMonitoredServer(t);
      return { prometheus, bringAbout: server.kill, end: server.start };
    },
  },
  {
    alert: 'ServerDown',
    when: 'the process hangs',
    async prepare(t) {
      const { server, prometheus } = await startMonitoredServer(t);
      return {
        prometheus,
        bringAbout: server.freeze,
        end: () => process.kill(server.pid, 'SIGCONT'),
      };
    },
  },
  {
    alert: 'ServerDown',
    when: 'a worker hangs',
    async prepare(t) {
      const { server, prometheus } = await startMonitoredWorkers(t);
      const worker = await findWorker(server.pid);
      return {
        prometheus,
        bringAbout: () => process.kill(worker, 'SIGSTOP'),
        end: () => process.kill(worker, 'SIGCONT'),
      };
    },
  },
  {
    alert: 'EventLoopBlocked',
    when: 'the process gets a fifth of the time of a processor',
    async prepare(t) {
      const { server, prometheus } = await startMonitoredServer(t);
      let stop = async () => {};
      return {
        prometheus,
        bringAbout() {
          stop = repeat(t, 1, async () => {
            process.kill(server.pid, 'SIGSTOP');
            await sleep(PAUSED_MS);
            process.kill(server.pid, 'SIGCONT');
            await sleep(RUNNING_MS);
          });
        },
        end: () => stop(),
      };
    },
  },
  {
    alert: 'FileDescriptorsNearLimit',
    when: 'clients open connections, and the limit of open files is low',
    async prepare(t) {
      const { port, prometheus } = await startMonitoredServer(t, runsFirst(LIMIT_OPEN_FILES));
      const clients: Socket[] = [];
      const leave = () => {
        for (const client of clients) client.destroy();
      };
      t.after(leave);
      return {
        prometheus,
        bringAbout() {
          for (let count = 0; count < CONNECTIONS; count++)
            clients.push(connect(port, '127.0.0.1').on('error', () => {}));
        },
        end: leave,
      };
    },
  },
  {
    alert: 'ProcessRestarts',
    when: 'the process is killed and started again several times',
    async prepare(t) {
      const { server, prometheus } = await startMonitoredServer(t);
      return {
        prometheus,
        async bringAbout() {
          for (let restarts = 1; restarts <= RESTARTS; restarts++) {
            await server.kill();
            await server.start();
            await waitFor('the restart is seen', async () => {
              const seen = await prometheus.value('changes(process_start_time_seconds[5m])');
              return seen === restarts;
            });
          }
        },
      };
    },
  },
  {
    alert: 'ProcessRestarts',
    when: 'a worker is killed several times',
    async prepare(t) {
      const { server, prometheus } = await startMonitoredWorkers(t);
      return {
        prometheus,
        async bringAbout() {
          for (let restarts = 1; restarts <= RESTARTS; restarts++) {
            process.kill(await findWorker(server.pid), 'SIGKILL');
            await waitFor(
              'the restart is seen',
              async () => (await prometheus.value('worker_restarts_total')) === restarts,
            );
          }
        },
      };
    },
  },
];

/** Returns the settings of a server that runs code before its own. */
function runsFirst(code: string) {
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
}

async function findWorker(pid: number) {
  const [worker] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ');
  return Number(worker);
}
