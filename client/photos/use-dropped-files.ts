import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/**
 * Handles files that are dropped or pasted into the form around a field; the browser handles text. Returns whether a
 * picture is being dragged over the form.
 */
export function useDroppedFiles(
  field: RefObject<HTMLFieldSetElement | null>,
  disabled: boolean,
  onFiles: (files: File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);

  const dragOver = useEffectEvent((event: DragEvent) => {
    const dragged = disabled ? undefined : withFiles(event);
    if (!dragged) return;
    event.preventDefault();
    dragged.dropEffect = 'copy';
    setOver([...dragged.items].some(mayBePicture));
  });
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    const dropped = disabled ? undefined : withFiles(event);
    if (!dropped) return;
    event.preventDefault();
    onFiles([...dropped.files]);
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = disabled || !event.clipboardData ? [] : filesIn(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });

  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    const listening = new AbortController();
    const { signal } = listening;
    form.addEventListener('dragenter', (event) => dragOver(event), { signal });
    form.addEventListener('dragover', (event) => dragOver(event), { signal });
    const leave = ({ relatedTarget }: DragEvent) =>
      form.contains(relatedTarget as Node | null) || setOver(false);
    form.addEventListener('dragleave', leave, { signal });
    form.addEventListener('drop', (event) => drop(event), { signal });
    form.addEventListener('paste', (event) => paste(event), { signal });
    return () => listening.abort();
  }, [field]);

  return isOver && !disabled;
}

/** Returns the dragged files, if there are any. */
const withFiles = ({ dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes('Files') ? dataTransfer : undefined;

/** Some browsers reveal the type only when the file is dropped. */
const mayBePicture = ({ kind, type }: DataTransferItem) =>
  kind === 'file' && (type === '' || type.startsWith('image/'));

/**
 * Returns the files of a clipboard, or none if it also contains text: word processors add an unwanted picture of the
 * text. File names do not count as text.
 */
function filesIn(clipboard: DataTransfer): File[] {
  const files = [...clipboard.files];
  const text = clipboard.getData('text/plain');
  const names = files.map(({ name }) => name);
  const hasText = text !== '' && !text.split(/[\r\n]+/).every((line) => names.includes(line));
  return hasText ? [] : files;
}
