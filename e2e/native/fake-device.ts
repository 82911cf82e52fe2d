export type Options = Record<string, unknown>;

/** By plugin and method, `Camera.takePhoto`. What it throws, with its `code`, the page gets. */
export type Answers = Record<string, (options: Options) => unknown>;

/** A message as native-bridge.js posts it: a call, or an error nobody caught. A page that starts says so. */
export type Message =
  | { type?: 'message'; callbackId: string; pluginId: string; methodName: string; options: Options }
  | { type: 'js.error'; error: { message: string } }
  | { type: 'start' };

/**
 * The far side of the bridge: it answers, records and emits events, whatever engine the page runs
 * in. `hand` brings a result to the page that asked.
 */
export function fakeDevice<Page>(hand: (page: Page, result: object) => unknown) {
  const calls: { call: string; options: Options }[] = [];
  const errors: string[] = [];
  const answers: Answers = {};
  let listeners: { page: Page; event: string; callbackId: string }[] = [];

  return {
    /** Everything the page asked of the device, oldest first; listeners too. */
    calls,
    /** What the bridge reported as an uncaught error. */
    errors,
    /** How the device answers; what is not set answers with nothing. */
    answers,
    /** What was passed to one method, once for each call. */
    optionsOf: (call: string) => calls.filter((made) => made.call === call).map((m) => m.options),
    /** `App.backButton`, `Keyboard.keyboardWillShow`, … to every page that listens. Says to how many. */
    async emit(event: string, data: object = {}) {
      const heard = listeners.filter((listener) => listener.event === event);
      for (const { page, callbackId } of heard)
        await hand(page, { callbackId, success: true, save: true, data });
      return heard.length;
    },
    async receive(page: Page, message: Message) {
      if (message.type === 'js.error') {
        errors.push(message.error.message);
        return;
      }
      if (message.type === 'start') {
        // A shell forgets who listened when its page is loaded anew.
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
        await hand(page, { callbackId, save: false, ...(await outcome(answers[call], options)) });
    },
  };
}

async function outcome(answer: Answers[string] | undefined, options: Options) {
  try {
    return { success: true, data: (await answer?.(options)) ?? {} };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { success: false, error: { message, code } };
  }
}
