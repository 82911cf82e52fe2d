import { rmSync } from 'node:fs';

/** The database of the server that the tests ran against. */
export default function removeData() {
  if (process.env.E2E_DATA) rmSync(process.env.E2E_DATA, { recursive: true, force: true });
}
