import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Throws if npm consumed a flag, as it does without `--` before the flags: the command would run without it. */
export function checkFlags(env: NodeJS.ProcessEnv = process.env) {
  const lost = ['dry-run', 'force'].find(
    (flag) => env[`npm_config_${flag.replace('-', '_')}`] === 'true',
  );
  if (lost)
    throw new Error(
      `Nothing was changed. npm took --${lost} for itself. Write -- before it: npm run ${env.npm_lifecycle_event} -- --${lost} …`,
    );
}

/** Reads flags and words. Throws for a flag that is unknown, lacks its value or was consumed by npm. */
export function parseFlags<Config extends ParseArgsConfig>(config: Config) {
  checkFlags();
  try {
    return parseArgs(config);
  } catch (error) {
    const { message } = error as Error;
    const [, unknown] = /^Unknown option '([^']+)'/.exec(message) ?? [];
    if (unknown) throw new Error(`Unknown flag ${unknown}.`);
    const [, empty] =
      /^Option '(--[^' ]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(message) ?? [];
    throw empty ? new Error(`${empty} needs a value: ${empty}=<value>.`) : error;
  }
}
