/** Keeps the browser from opening what is dropped where nothing takes it: the page would be gone. */
export function refuseDrops() {
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}

function refuse(event: DragEvent) {
  if (event.defaultPrevented || !event.dataTransfer || isTaken(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** Tells whether the browser itself puts what is dropped into a field: files into one for files, text into others. */
function isTaken({ target, dataTransfer }: DragEvent) {
  const fields = dataTransfer?.types.includes('Files') ? 'input[type="file"]' : 'input, textarea';
  return target instanceof Element && target.matches(fields);
}
