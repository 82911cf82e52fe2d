import { rmSync } from 'node:fs';

/** Removes the data of the server that the tests used. */
export default function removeData() {
  if (process.env.E2E_DATA) rmSync(process.env.E2E_DATA, { recursive: true, force: true });
}
