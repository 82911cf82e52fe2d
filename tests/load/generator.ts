import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nextMessage } from '#tests/support/next-message.ts';
import type { Person } from '#tests/support/production-server.ts';
import { createRecorder, type Phase, type Recorder, type Recording } from './recorder.ts';

export type Target = { port: number; people: Person[] };

type Message =
  | { kind: 'start'; target: Target }
  | { kind: 'enter'; phase: Phase }
  | { kind: 'stop' };

/** Starts a file of this folder, which calls `runGenerator`, in a process of its own. Resolves when it is ready. */
export async function startGenerator<Result extends object = object>(file: string, target: Target) {
  const child = fork(join(import.meta.dirname, file), { serialization: 'advanced' });
  const send = (message: Message) => child.send(message);
  send({ kind: 'start', target });
  await nextMessage(child);
  return {
    enter: (phase: Phase) => send({ kind: 'enter', phase }),

    /** Ends the process. Returns what it recorded. */
    async stop() {
      const ended = once(child, 'exit');
      send({ kind: 'stop' });
      const result = await nextMessage<Recording & Result>(child);
      child.disconnect();
      await ended;
      return result;
    },
  };
}

/** Runs a generator in this process. `start` resolves when it is ready and returns how to stop it. */
export function runGenerator(
  start: (
    target: Target,
    recorder: Recorder,
  ) => Promise<{ enter?(phase: Phase): void; stop(): Promise<object> }>,
) {
  const recorder = createRecorder();
  let generator: Awaited<ReturnType<typeof start>>;
  process.on('disconnect', () => process.exit());
  process.on('message', async (message: Message) => {
    if (message.kind === 'start') {
      generator = await start(message.target, recorder);
      process.send?.('ready');
    } else if (message.kind === 'enter') {
      recorder.enter(message.phase);
      generator.enter?.(message.phase);
    } else {
      recorder.enter(undefined);
      const result = await generator.stop();
      process.send?.({ ...recorder.recording, ...result });
    }
  });
}
