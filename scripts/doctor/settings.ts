import { existsSync, readFileSync, statSync } from 'node:fs';
import { type Config, readConfig } from '#server/config.ts';
import { InvalidSetting, readEnvFile } from '#server/settings/read-setting.ts';
import { type Finding, note, ok, problem } from './check.ts';

const OTHERS = 0o007;

/** Reads the settings as the server does. Returns no config if the server would not start with them. */
export function checkSettings(): { config?: Config; findings: Finding[] } {
  try {
    const config = readConfig();
    const source = existsSync('.env') ? '.env and the environment' : 'the environment';
    const found = `${MODES[config.mode]} at ${config.publicUrl}, from ${source}`;
    return { config, findings: [ok(found), ...checkNames(), ...checkPermissions(config)] };
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error;
    return {
      findings: error.problems.map((text) =>
        problem(`${text} Correct it in .env or in the environment.`),
      ),
    };
  }
}

const MODES = { demo: 'a demo', 'public-demo': 'a public demo', production: 'production' };

/** Finds unused names in .env. The server itself rejects names that resemble one of its settings. */
function checkNames() {
  // compose.yaml reads additional settings.
  const known = ['.env.example', 'compose.yaml']
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return Object.keys(readEnvFile('.env'))
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(known))
    .map((name) => note(`unknown setting ${name} in .env: compare its name with .env.example`));
}

function checkPermissions({ mode }: Config) {
  if (process.platform === 'win32' || !existsSync('.env')) return [];
  if ((statSync('.env').mode & OTHERS) === 0) return [];
  const text = 'other users of this machine can read .env: run chmod 640 .env';
  return [mode === 'production' ? problem(text) : note(text)];
}
