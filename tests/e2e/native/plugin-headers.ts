import { existsSync, globSync, readFileSync } from 'node:fs';
import packageJson from '../../../package.json' with { type: 'json' };

export type Platform = 'android' | 'ios';
type Method = { name: string; rtype?: 'promise' | 'callback' };
export type PluginHeader = { name: string; methods: Method[] };

/**
 * Reads the plugin headers, which a shell passes to the page, from the native sources of the installed plugins. A plugin
 * or method that a phone does not have is therefore missing here too.
 */
export function pluginHeaders(platform: Platform): PluginHeader[] {
  const { folders, sources, header } = DIALECTS[platform];
  return folders
    .filter(existsSync)
    .flatMap((folder) => globSync(`${folder}/**/*.{${sources}}`))
    .map((file) => header(readFileSync(file, 'utf8')))
    .filter((found) => found !== undefined);
}

const installed = Object.keys(packageJson.dependencies).map((name) => `node_modules/${name}`);

const DIALECTS: Record<
  Platform,
  { folders: string[]; sources: string; header(source: string): PluginHeader | undefined }
> = {
  android: {
    folders: [
      ...installed.map((folder) => `${folder}/android/src/main`),
      'node_modules/@capacitor/android/capacitor/src/main/java/com/getcapacitor/plugin',
      'android/app/src/main/java',
    ],
    sources: 'java,kt',
    header(source) {
      const annotated = /@CapacitorPlugin\b(?:\(\s*(?:name\s*=\s*)?"(\w+)")?[\s\S]*?class (\w+)/;
      const [, named, className] = annotated.exec(source) ?? [];
      const methods = source.matchAll(
        /@PluginMethod(?:\(([^)]*)\))?\s[\s\S]*?(?:void|fun) (\w+)\(/g,
      );
      return headerOf(
        named ?? className,
        [...methods].map(([, returns, name]) => method(name, returns)),
      );
    },
  },
  ios: {
    folders: [
      ...installed.map((folder) => `${folder}/ios/Sources`),
      'node_modules/@capacitor/ios/Capacitor/Capacitor/Plugins',
    ],
    sources: 'swift,m',
    header(source) {
      const [, inSwift, inObjectiveC] =
        /jsName = "(\w+)"|^CAP_PLUGIN\(\w+, "(\w+)"/m.exec(source) ?? [];
      const methods = [
        ...source.matchAll(/CAPPluginMethod\(name: "(\w+)", returnType: (\w+)\)/g),
        ...source.matchAll(/\.init\(#selector\((\w+)\)(?:, (?:returnType: )?\.(\w+))?\)/g),
        ...source.matchAll(/CAP_PLUGIN_METHOD\((\w+), (\w+)\)/g),
      ];
      return headerOf(
        inSwift ?? inObjectiveC,
        methods.map(([, name, returns]) => method(name, returns)),
      );
    },
  },
};

function method(name = '', returns = ''): Method {
  if (/none/i.test(returns)) return { name };
  return { name, rtype: /callback/i.test(returns) ? 'callback' : 'promise' };
}

/** Methods that every plugin inherits. */
const INHERITED: Method[] = [
  { name: 'addListener' },
  { name: 'removeListener' },
  ...['removeAllListeners', 'checkPermissions', 'requestPermissions'].map((name) => method(name)),
];

function headerOf(name: string | undefined, own: Method[]): PluginHeader | undefined {
  if (!name) return undefined;
  const inherited = INHERITED.filter((base) => !own.some((method) => method.name === base.name));
  return { name, methods: [...inherited, ...own] };
}
