import { CLICK_HELD_LIMIT_MS } from './constants.ts';
import { installPrompt } from './pwa/install-prompt.ts';
import { updateOffer } from './pwa/updates.ts';
import { isSessionEvent } from './session/stored-session.ts';
import { within } from './time-limit.ts';

/** What a use of the page begins with, apart from a pointer that moves. A screen reader may send nothing but a click. */
const USES = ['pointerdown', 'keydown', 'focusin', 'click'];

/** What needs the app to react to a click. */
const HELD = 'button, input[type="checkbox"], a[href^="/"]';

/** Resolves when somebody begins to use the page, or when it has to show something that its HTML does not contain. */
export async function firstUse(): Promise<void> {
  const ended = new AbortController();
  await new Promise<unknown>((resolve) => {
    const options = { capture: true, passive: true, signal: ended.signal };
    for (const type of [...USES, 'offline']) addEventListener(type, resolve, options);
    // Browsers also report a pointer that lies still, when something has moved below it.
    addEventListener('pointermove', (event) => hasMoved(event) && resolve(event), options);
    addEventListener('storage', (event) => isSessionEvent(event) && resolve(event), options);
    installPrompt.subscribe(() => resolve(undefined));
    updateOffer.subscribe(() => resolve(undefined));
  });
  ended.abort();
}

const hasMoved = ({ movementX, movementY }: PointerEvent) => movementX !== 0 || movementY !== 0;

/**
 * Holds the last click on a control or an internal link until the app is mounted, and then repeats it. A link does not
 * wait long, because the browser can follow it without the app. If the app could not be loaded, a click on a control
 * loads the page again.
 */
export function holdClicks(mounted: Promise<unknown>) {
  let held: HTMLElement | undefined;

  function hold(event: MouseEvent) {
    const { ctrlKey, metaKey, shiftKey, altKey, button, isTrusted } = event;
    const target = (event.target as Element).closest<HTMLElement>(HELD);
    if (!target || !isTrusted || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    held = target;
    const isLink = target instanceof HTMLAnchorElement;
    const repeat = () => {
      if (held === target) target.click();
      held = undefined;
    };
    if (isLink) within(CLICK_HELD_LIMIT_MS, mounted).then(repeat, repeat);
    // Without the app a button does nothing, and the browser would submit a form itself.
    else mounted.then(repeat, () => location.reload());
  }

  addEventListener('click', hold, true);
  mounted.then(
    () => removeEventListener('click', hold, true),
    () => {},
  );
}
