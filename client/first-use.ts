import { LINK_HELD_LIMIT_MS } from './constants.ts';
import { updateOffer } from './pwa/updates.ts';
import { hasSessionEntry, isSessionEvent } from './session/stored-session.ts';
import { within } from './time-limit.ts';

/**
 * The events that show that somebody uses the page, besides a moving pointer. A screen reader may send only a click, a
 * password manager only an input or a submit.
 */
const USES = ['pointerdown', 'keydown', 'wheel', 'focusin', 'click', 'input', 'submit'];

const PRESSES = ['click', 'submit'];

/** Marks what was pressed, for the style sheet. */
const HELD = 'data-held';

/** The elements whose press needs the app. */
const CONTROLS = 'button, input[type="checkbox"], a[href^="/"]:not([target], [download])';

/**
 * Resolves when somebody starts to use the page, or when the page has to show something that its HTML does not contain.
 * The browser's offer to install does not count: Chromium can make it before anybody uses the page, and its button can
 * wait.
 */
export async function firstUse(): Promise<void> {
  const ended = new AbortController();
  await new Promise<unknown>((resolve) => {
    const options = { capture: true, passive: true, signal: ended.signal };
    for (const type of [...USES, 'offline']) addEventListener(type, resolve, options);
    // Browsers also report a resting pointer when something has moved below it.
    addEventListener('pointermove', (event) => hasMoved(event) && resolve(event), options);
    addEventListener('storage', (event) => isSessionEvent(event) && resolve(event), options);
    // A page from the back/forward cache was not told about a session that began in between.
    addEventListener('pageshow', (event) => hasSessionEntry() && resolve(event), options);
    updateOffer.subscribe(() => resolve(undefined));
  });
  ended.abort();
}

const hasMoved = ({ movementX, movementY }: PointerEvent) => movementX !== 0 || movementY !== 0;

/**
 * Holds the last press of a control or an internal link until the app is mounted, and then repeats it. A link waits
 * only briefly, because the browser can follow it without the app. If the app could not be loaded, pressing a control
 * reloads the page. The browser never submits a form itself.
 */
export function holdPresses(mounted: Promise<unknown>) {
  let held: HTMLElement | undefined;
  let isRepeating = false;

  for (const type of PRESSES) addEventListener(type, hold, true);
  // The browser may put the page into the back/forward cache, and must not follow a link when it shows the page again.
  addEventListener('pagehide', forget);
  mounted.then(
    () => {
      for (const type of PRESSES) removeEventListener(type, hold, true);
    },
    () => {},
  );

  function hold(event: Event) {
    const control = controlOf(event);
    if (isRepeating || !control) return;
    event.preventDefault();
    event.stopPropagation();
    forget();
    held = control;
    control.setAttribute(HELD, '');
    const ifStillHeld = (act: () => void) => () => held === control && act();
    const repeat = ifStillHeld(repeatHeld);
    if (control instanceof HTMLAnchorElement)
      within(LINK_HELD_LIMIT_MS, mounted).then(repeat, repeat);
    else
      mounted.then(
        repeat,
        ifStillHeld(() => location.reload()),
      );
  }

  function forget() {
    held?.removeAttribute(HELD);
    held = undefined;
  }

  function repeatHeld() {
    const control = held;
    forget();
    isRepeating = true;
    control?.click();
    isRepeating = false;
  }
}

/** Returns what was pressed, unless the browser alone handles it. A form may be submitted without a click. */
function controlOf(event: Event): HTMLElement | null {
  const { target } = event;
  // A script, for example in a browser extension, can also click the document.
  if (!(target instanceof Element)) return null;
  if (event.type === 'submit') return target.querySelector<HTMLElement>('[type="submit"]');
  const control = target.closest<HTMLElement>(CONTROLS);
  const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
  const opensElsewhere = ctrlKey || metaKey || shiftKey || altKey;
  return control instanceof HTMLAnchorElement && opensElsewhere ? null : control;
}
