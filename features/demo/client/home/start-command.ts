/** Returns the command that gets the kit and starts it, or the one that starts a copy if its address is not known. */
export function startCommand(sourceUrl: string | undefined) {
  const folder = sourceUrl && /([\w.-]+?)(?:\.git)?\/*$/.exec(sourceUrl)?.[1];
  return folder ? `git clone ${sourceUrl} && cd ${folder} && npm start` : 'npm start';
}
