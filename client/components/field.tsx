import type { ReactNode } from 'react';

export type FieldText = { label: string; hint?: string; error?: string };

/** Renders label, counter, hint and error around a control. */
export function Field({
  id,
  label,
  hint,
  error,
  counter,
  children,
}: FieldText & { id: string; counter?: string; children: ReactNode }) {
  return (
    <div className="field">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {counter && (
          <span id={counterId(id)} className="text-xs text-ink-faint tabular-nums">
            {counter}
          </span>
        )}
      </div>
      {children}
      {hint && (
        <p id={hintId(id)} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {/* Always rendered, so that a screen reader announces a new error. */}
      <p id={errorId(id)} aria-live="polite" className="field-error">
        {error}
      </p>
    </div>
  );
}

/** Returns the attributes that connect the control inside a Field with its hint and error. */
export function describedBy(
  id: string,
  { hint, error, counter }: { hint?: string; error?: string; counter?: string },
) {
  const ids = [error && errorId(id), hint && hintId(id), counter && counterId(id)].filter(Boolean);
  return {
    id,
    'aria-describedby': ids.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;
const counterId = (id: string) => `${id}-counter`;
