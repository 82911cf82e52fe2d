export type Options = Record<string, unknown>;

/** Implementations of plugin methods by name (`Camera.takePhoto`). A thrown error and its `code` are passed to the page. */
export type Handlers = Record<string, (options: Options) => unknown>;

/** A message that native-bridge.js posts: a plugin call or an uncaught error. `start` is sent when a page loads. */
export type Message =
  | { type?: 'message'; callbackId: string; pluginId: string; methodName: string; options: Options }
  | { type: 'js.error'; error: { message: string } }
  | { type: 'start' };

/**
 * Creates the native side of the bridge: it runs and records plugin calls and emits events, in any browser engine.
 * `deliver` sends a result to the page that made the call.
 */
export function fakeDevice<Page>(deliver: (page: Page, result: object) => unknown) {
  const calls: { call: string; options: Options }[] = [];
  const errors: string[] = [];
  const handlers: Handlers = {};
  let listeners: { page: Page; event: string; callbackId: string }[] = [];

  return {
    /** All plugin calls of the page, oldest first, including those that add listeners. */
    calls,
    /** Uncaught errors that the bridge reported. */
    errors,
    /** Implementations of plugin methods; others return an empty object. */
    handlers,
    /** Lists the options of each call of a method. */
    optionsOf: (call: string) => calls.filter((made) => made.call === call).map((m) => m.options),
    /** Emits an event such as `App.backButton` to every listening page. Returns the number of listeners. */
    async emit(event: string, data: object = {}) {
      const matching = listeners.filter((listener) => listener.event === event);
      for (const { page, callbackId } of matching)
        await deliver(page, { callbackId, success: true, save: true, data });
      return matching.length;
    },
    async receive(page: Page, message: Message) {
      if (message.type === 'js.error') {
        errors.push(message.error.message);
        return;
      }
      if (message.type === 'start') {
        // A shell drops the listeners of a page that is reloaded.
        listeners = listeners.filter((listener) => listener.page !== page);
        return;
      }
      const { callbackId, pluginId, methodName, options } = message;
      const call = `${pluginId}.${methodName}`;
      calls.push({ call, options });
      if (methodName === 'addListener')
        listeners.push({ page, callbackId, event: `${pluginId}.${options.eventName}` });
      else if (methodName === 'removeListener')
        listeners = listeners.filter((listener) => listener.callbackId !== options.callbackId);
      else
        await deliver(page, { callbackId, save: false, ...(await run(handlers[call], options)) });
    },
  };
}

async function run(handler: Handlers[string] | undefined, options: Options) {
  try {
    return { success: true, data: (await handler?.(options)) ?? {} };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { success: false, error: { message, code } };
  }
}
