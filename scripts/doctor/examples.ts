import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readEnvironment } from '#server/config.ts';

/** Tells whether a host or an email address is reserved for examples, like the kit's. */
export function isExample(address: string) {
  return /(^|[.@])example(\.(com|org|net))?>?$/i.test(address);
}

/** Lists the settings that still have an example server or password from .env.example. */
export function exampleSettings() {
  const examples = parseEnv(readFileSync('.env.example', 'utf8').replaceAll(/^#(?=\w+=)/gm, ''));
  const environment = readEnvironment();
  return Object.entries(examples)
    .filter(([name, value]) => environment[name] === value && /example|password/.test(value ?? ''))
    .map(([name]) => name);
}
