import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field, type FieldText } from './field.tsx';

export function PasswordField({
  label,
  hint,
  error,
  className = '',
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & FieldText) {
  const [revealed, setRevealed] = useState(false);
  const Icon = revealed ? EyeOff : Eye;
  return (
    <Field id={input.id} label={label} hint={hint} error={error}>
      {(attributes) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...attributes}
            type={revealed ? 'text' : 'password'}
            className={`control pr-12 ${className}`}
          />
          {/* Not "Show password": only the field should have the accessible name "Password". */}
          <button
            type="button"
            className="icon-button absolute inset-y-0 right-0.5 my-auto"
            aria-label={revealed ? 'Hide characters' : 'Show characters'}
            aria-pressed={revealed}
            aria-controls={attributes.id}
            onClick={() => setRevealed(!revealed)}
          >
            <Icon aria-hidden className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  );
}
