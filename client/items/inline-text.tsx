import type { KeyboardEvent } from 'react';
import { counterOf } from '#client/components/text-field.tsx';
import './inline-text.css';

/** Edits a text in place: without a frame, in the font of the reading view, as high as the text. Its label is the placeholder, or above. */
export function InlineText({
  id,
  label,
  error,
  className,
  isOneLine,
  isLabelled,
  controlRef,
  onChange,
  ...control
}: {
  id: string;
  label: string;
  error: string | undefined;
  /** The class of the text in the reading view. */
  className: string;
  /** Whether the text has no line breaks. Long lines still wrap. */
  isOneLine: boolean;
  /** Whether the label is above the text, as in the reading view. */
  isLabelled?: boolean;
  value: string;
  maxLength: number;
  required: boolean;
  readOnly: boolean;
  enterKeyHint: 'next' | undefined;
  controlRef: (control: HTMLElement | null) => void;
  onChange: (value: string) => void;
  onKeyDown: ((event: KeyboardEvent<HTMLTextAreaElement>) => void) | undefined;
}) {
  const counter = counterOf(control);
  const ids = { error: `${id}-error`, counter: `${id}-counter` };
  const describing = [error && ids.error, counter && ids.counter].filter(Boolean);
  return (
    <div className="inline-field">
      {isLabelled && (
        <label htmlFor={id} className="item-page-label">
          {label}
        </label>
      )}
      <div className={`inline-text ${className}`} data-value={control.value}>
        <textarea
          {...control}
          ref={controlRef}
          id={id}
          dir="auto"
          rows={1}
          autoComplete="off"
          aria-label={isLabelled ? undefined : label}
          placeholder={isLabelled ? undefined : label}
          aria-describedby={describing.join(' ') || undefined}
          aria-invalid={error ? true : undefined}
          onChange={({ target: { value } }) =>
            onChange(isOneLine ? value.replace(/\s*\n\s*/g, ' ') : value)
          }
        />
      </div>
      {counter && (
        <span id={ids.counter} className="inline-counter">
          {counter}
        </span>
      )}
      {/* Always rendered, so that a screen reader announces a new error. */}
      <p id={ids.error} aria-live="polite" className="field-error">
        {error}
      </p>
    </div>
  );
}
