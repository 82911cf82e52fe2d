import { runSuite } from '#bench/suite/run-suite.ts';
import { compareWithPeers } from './compare.ts';
import { startPeers } from './start-peers.ts';

// Measures the server as the suite does, and beside it other servers for the same purpose.
// usage: npm run bench -- peers [--quick]
const isQuick = process.argv.includes('--quick');
await runSuite({
  name: 'peers',
  isQuick,
  others: { start: startPeers, compare: compareWithPeers },
});
