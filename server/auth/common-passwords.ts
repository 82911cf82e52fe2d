import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The most common passwords of leaked accounts, in lower case. Compressed because many of them are offensive. */
const LIST = join(import.meta.dirname, 'common-passwords.txt.gz');

let passwords: Set<string> | undefined;

/** Tells whether a password is common, in upper or lower case. Attackers try these first. */
export function isCommonPassword(password: string) {
  passwords ??= new Set(gunzipSync(readFileSync(LIST)).toString().split('\n'));
  return passwords.has(password.normalize('NFKC').toLowerCase());
}
