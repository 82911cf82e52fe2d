import { type AriaAttributes, type ReactNode, useId } from 'react';

export type FieldText = { label: string; hint?: string; error?: string };

type ControlAttributes = Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid'> & { id: string };

/** Renders label, counter, hint and error around a control, which gets the attributes that connect it with them. */
export function Field({
  id: givenId,
  label,
  hint,
  error,
  counter,
  children,
}: FieldText & {
  id: string | undefined;
  counter?: string;
  children: (attributes: ControlAttributes) => ReactNode;
}) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const ids = { hint: `${id}-hint`, error: `${id}-error`, counter: `${id}-counter` };
  const describing = [error && ids.error, hint && ids.hint, counter && ids.counter].filter(Boolean);
  return (
    <div className="field">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {counter && (
          <span id={ids.counter} className="text-xs text-ink-faint tabular-nums">
            {counter}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': describing.join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={ids.hint} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {/* Always rendered, so that a screen reader announces a new error. */}
      <p id={ids.error} aria-live="polite" className="field-error">
        {error}
      </p>
    </div>
  );
}
