import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { describedBy, Field, type FieldText } from './field.tsx';

export function PasswordField({
  label,
  hint,
  error,
  className = '',
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & FieldText) {
  const generated = useId();
  const id = input.id ?? generated;
  const [revealed, setRevealed] = useState(false);
  const Icon = revealed ? EyeOff : Eye;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...describedBy(id, { hint, error })}
          type={revealed ? 'text' : 'password'}
          className={`control pr-12 ${className}`}
        />
        {/* Not "Show password": only the field should have the accessible name "Password". */}
        <button
          type="button"
          className="icon-button absolute inset-y-0 right-0.5 my-auto"
          aria-label={revealed ? 'Hide characters' : 'Show characters'}
          aria-pressed={revealed}
          aria-controls={id}
          onClick={() => setRevealed(!revealed)}
        >
          <Icon aria-hidden className="size-4.5" />
        </button>
      </div>
    </Field>
  );
}
