/**
 * Lets a double click press only one button or link. Its second click would otherwise press what the first one has put
 * in the same place: Save where Edit was, or a link below the pane that has just closed.
 */
export function ignoreSecondClicks() {
  let pressed: Element | null = null;
  addEventListener(
    'click',
    (event) => {
      const { target, detail } = event;
      const control = target instanceof Element ? target.closest('a, button') : null;
      if (detail <= 1) pressed = control;
      else if (control && control !== pressed) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    true,
  );
}
