import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Waits for the next message of a child process. Throws if the process ends instead. */
export async function nextMessage<Message>(child: ChildProcess) {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`${child.spawnargs.join(' ')} ended`);
  });
  const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
  waiting.abort();
  return message as Message;
}
