import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
const HEADER = /^Content-Length: (\d+)\r\n\r\n/;

type Message = { id?: number; method?: string; result?: unknown; error?: { message: string } };
type Location = { uri: string; range: { start: { line: number } } };

/** Starts TypeScript as an editor does, and asks it what an editor asks. */
export function startLanguageServer() {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const server = spawn(process.execPath, [tsc, '--lsp', '--stdio'], {
    cwd: ROOT,
    // It ends before collecting garbage would be worth its time.
    env: { ...process.env, GOGC: 'off' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;
  let received = Buffer.alloc(0);
  server.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let message = next(); message; message = next()) receive(message);
  });
  const ready = request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(ROOT).href,
    capabilities: {},
  }).then(() => send({ method: 'initialized', params: {} }));

  return {
    /** Opens a module with this text. It needs no file, but its folder decides what it can import. */
    async open(file: string, text: string) {
      await ready;
      const textDocument = { uri: uriOf(file), languageId: languageOf(file), version: 1, text };
      send({ method: 'textDocument/didOpen', params: { textDocument } });

      return {
        /** Returns the lines to which "go to definition" leads from the first occurrence of a word. */
        async definitionsOf(word: string) {
          const before = text.slice(0, text.indexOf(word)).split('\n');
          const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
          const params = { textDocument: { uri: uriOf(file) }, position };
          const found = await request('textDocument/definition', params);
          return [found ?? []].flat().map((one) => lineAt(one as Location));
        },
      };
    },
    stop: () => server.kill(),
  };

  async function request(method: string, params: object) {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<Message>();
    waiting.set(id, resolve);
    send({ id, method, params });
    const { result, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  function receive({ id, method, ...answer }: Message) {
    if (id === undefined) return;
    // A question of the server, such as for settings, which has none to ask for here.
    if (method) return send({ id, result: null });
    waiting.get(id)?.(answer);
    waiting.delete(id);
  }

  function send(message: object) {
    const content = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`);
  }

  /** Takes the next complete message from what was received. */
  function next(): Message | undefined {
    const [header, length] = HEADER.exec(received.toString('latin1')) ?? [];
    if (!header || received.length < header.length + Number(length)) return undefined;
    const end = header.length + Number(length);
    const content = received.subarray(header.length, end).toString();
    received = received.subarray(end);
    return JSON.parse(content);
  }
}

const uriOf = (file: string) => pathToFileURL(join(ROOT, file)).href;

const languageOf = (file: string) => (file.endsWith('.tsx') ? 'typescriptreact' : 'typescript');

function lineAt({ uri, range }: Location) {
  const file = fileURLToPath(uri);
  const line = readFileSync(file, 'utf8').split('\n')[range.start.line] ?? '';
  return `${file.slice(ROOT.length + 1).replaceAll('\\', '/')}: ${line.trim()}`;
}
