/** Returns the command that clones and starts the kit, or only starts it if the source address is not known. */
export function startCommand(sourceUrl: string | undefined) {
  const folder = sourceUrl && /([\w.-]+?)(?:\.git)?\/*$/.exec(sourceUrl)?.[1];
  return folder ? `git clone ${sourceUrl} && cd ${folder} && npm start` : 'npm start';
}
