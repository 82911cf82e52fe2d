import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files that are dropped or pasted into the form of a field, and leaves text to its fields. Returns whether a
 * picture is dragged over the form.
 */
export function useDroppedFiles(
  field: RefObject<HTMLFieldSetElement | null>,
  isDisabled: boolean,
  onFiles: (files: File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);

  const dragOver = useEffectEvent((event: DragEvent) => {
    const { dataTransfer } = event;
    if (isDisabled || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'copy';
    setOver([...dataTransfer.items].some(mayBePicture));
  });
  const dragLeave = useEffectEvent(({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(currentTarget as Node).contains(relatedTarget as Node | null)) setOver(false);
  });
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    if (isDisabled || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    onFiles([...event.dataTransfer.files]);
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData && filesIn(event.clipboardData);
    if (isDisabled || !files) return;
    event.preventDefault();
    onFiles(files);
  });

  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    const handlers = {
      dragenter: (event: DragEvent) => dragOver(event),
      dragover: (event: DragEvent) => dragOver(event),
      dragleave: (event: DragEvent) => dragLeave(event),
      drop: (event: DragEvent) => drop(event),
      paste: (event: ClipboardEvent) => paste(event),
    };
    const names = Object.keys(handlers) as (keyof typeof handlers)[];
    for (const name of names) form.addEventListener(name, handlers[name] as EventListener);
    return () => {
      for (const name of names) form.removeEventListener(name, handlers[name] as EventListener);
    };
  }, [field]);

  return isOver && !isDisabled;
}

/** Some browsers tell the type only when the file is dropped. */
const mayBePicture = ({ kind, type }: DataTransferItem) =>
  kind === 'file' && (type === '' || type.startsWith('image/'));

/**
 * Returns the files of a clipboard. Undefined if it has text: word processors add a picture of it, which nobody wants.
 * The names of the files are no text.
 */
function filesIn(clipboard: DataTransfer): File[] | undefined {
  const files = [...clipboard.files];
  const text = clipboard.getData('text/plain');
  const names = files.map(({ name }) => name);
  const hasText = text !== '' && !text.split(/[\r\n]+/).every((line) => names.includes(line));
  return files.length > 0 && !hasText ? files : undefined;
}
