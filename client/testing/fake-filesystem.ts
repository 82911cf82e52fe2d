type Options = { directory: string; path: string; from: string; to: string; data: string };

/** Fakes Capacitor's file plugin. Returns its methods and the files that they store, by path. */
export function fakeFilesystem() {
  const files = new Map<string, string>();
  const inFolder = (folder: string) =>
    [...files.keys()].filter((path) => path.startsWith(`${folder}/`));

  const methods = {
    readdir: method(({ path: folder }) => {
      const paths = inFolder(folder);
      if (paths.length === 0) throw notFound(folder);
      const names = paths.map((path) => path.slice(folder.length + 1).split('/'));
      return {
        files: names.map(([name, ...below]) => ({
          name,
          type: below.length > 0 ? 'directory' : 'file',
        })),
      };
    }),
    readFile: method(({ path }) => {
      const data = files.get(path);
      if (data === undefined) throw notFound(path);
      return { data };
    }),
    writeFile: method(({ path, data }) => {
      files.set(path, data);
    }),
    rename: method(({ from, to }) => {
      const data = files.get(from);
      if (data === undefined) throw notFound(from);
      files.delete(from);
      files.set(to, data);
    }),
    deleteFile: method(({ path }) => {
      if (!files.delete(path)) throw notFound(path);
    }),
    rmdir: method(({ path: folder }) => {
      const paths = inFolder(folder);
      if (paths.length === 0) throw notFound(folder);
      for (const path of paths) files.delete(path);
    }),
  };
  return { files, methods };
}

/** Refuses directories that device backups may contain. */
function method(run: (options: Options) => unknown) {
  return (options: unknown) => {
    const { directory } = options as Options;
    if (directory !== 'LIBRARY_NO_CLOUD') throw new Error(`${directory} may be in a backup`);
    return run(options as Options);
  };
}

const notFound = (path: string) =>
  Object.assign(new Error(`${path} does not exist`), { code: 'OS-PLUG-FILE-0008' });
