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

/** Reads flags and words. Throws for a flag that is unknown or that npm consumed. */
export function parseFlags<Config extends ParseArgsConfig>(config: Config) {
  checkFlags();
  try {
    return parseArgs(config);
  } catch (error) {
    const [, unknown] = /^Unknown option '([^']+)'/.exec((error as Error).message) ?? [];
    throw unknown ? new Error(`Unknown flag ${unknown}.`) : error;
  }
}
