import { runSuite } from './run-suite.ts';

// Measures the server beside a bare node:http on this machine.
// usage: npm run bench -- [--quick]
const isQuick = process.argv.includes('--quick');
await runSuite({ name: isQuick ? 'quick' : 'suite', isQuick });
