import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Reads a line from the terminal without showing it, or from standard input. */
export async function readPassword(email: string) {
  const { stdin, stdout } = process;
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) stdout.write(`Password of ${email}: `);
  const lines = createInterface({ input: stdin, output: nothing, terminal: stdin.isTTY });
  // A terminal that is read key by key sends no signal.
  lines.on('SIGINT', () => process.exit(1));
  let password = '';
  for await (const line of lines) {
    password = line;
    break;
  }
  if (stdin.isTTY) stdout.write('\n');
  return password;
}
