/** Keeps the browser from opening a file that is dropped outside a drop target, which would replace the page. */
export function refuseDrops() {
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}

function refuse(event: DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer || isTaken(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** Tells whether the browser itself handles the drop: files on a file input, text on any other field. */
function isTaken({ target, dataTransfer }: DragEvent) {
  const fields = dataTransfer?.types.includes('Files') ? 'input[type="file"]' : 'input, textarea';
  return target instanceof Element && target.matches(fields);
}
