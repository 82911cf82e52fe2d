import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readEnvironment } from '#server/config.ts';

/** Tells whether a host or an email address is one that is reserved for examples, as those of the kit are. */
export function isExample(address: string) {
  return /(^|[.@])example(\.(com|org|net))?>?$/i.test(address);
}

/** Lists the settings that still have the value of .env.example, where that names somebody else's server or password. */
export function exampleSettings() {
  const examples = parseEnv(readFileSync('.env.example', 'utf8').replaceAll(/^#(?=\w+=)/gm, ''));
  const environment = readEnvironment();
  return Object.entries(examples)
    .filter(([name, value]) => environment[name] === value && /example|password/.test(value ?? ''))
    .map(([name]) => name);
}
