import { defineGlobals } from './fake-browser.ts';

type Methods = Record<string, (options: unknown) => unknown>;
type Listener = (event: unknown) => void;

/**
 * Installs a fake of the bridge that the native shell injects. Call it before a Capacitor plugin is
 * imported: a plugin looks for the bridge when it is loaded. `plugins` has the methods of each plugin,
 * except `addListener`. Returns a function that sends an event.
 */
export function installFakeNativeBridge(plugins: Record<string, Methods>) {
  const listeners = new Map<string, Listener>();
  defineGlobals({
    // Its presence makes the platform Android.
    androidBridge: {},
    Capacitor: {
      PluginHeaders: Object.entries(plugins).map(([name, methods]) => ({
        name,
        methods: [
          ...Object.keys(methods).map((method) => ({ name: method, rtype: 'promise' })),
          { name: 'addListener', rtype: 'callback' },
        ],
      })),
      nativePromise: async (plugin: string, method: string, options: unknown) =>
        plugins[plugin]?.[method]?.(options),
      async nativeCallback(plugin: string, _method: string, options: unknown, listener: Listener) {
        const { eventName } = options as { eventName: string };
        listeners.set(`${plugin}.${eventName}`, listener);
      },
    },
  });
  return (event: string, data: unknown) => listeners.get(event)?.(data);
}
