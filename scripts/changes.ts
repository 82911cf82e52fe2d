import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The new content of files by path. Undefined removes a file. */
export type Changes = Map<string, string | Buffer | undefined>;

/** Leaves out the files that have the content already. */
export function pendingChanges(changes: Changes): Changes {
  return new Map(
    [...changes].filter(([file, content]) => {
      if (!existsSync(file)) return content !== undefined;
      return content === undefined || !readFileSync(file).equals(Buffer.from(content));
    }),
  );
}

/** Writes and removes files, and the folders that become empty. */
export function applyChanges(changes: Changes) {
  for (const [file, content] of pendingChanges(changes)) {
    if (content === undefined) remove(file);
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}

function remove(file: string) {
  rmSync(file);
  for (let folder = dirname(file); readdirSync(folder).length === 0; folder = dirname(folder))
    rmdirSync(folder);
}
