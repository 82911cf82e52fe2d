import { type ComponentProps, useState } from 'react';
import { parseNumber } from '#client/text/parse-number.ts';
import { TextField } from './text-field.tsx';

/**
 * Renders a field for a number. `onChange` gets null for an empty field, and the text itself while it is not a number;
 * the form's schema rejects that.
 */
export function NumberField({
  value,
  isWhole,
  onChange,
  ...input
}: Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type'> & {
  value: unknown;
  isWhole: boolean;
  onChange: (value: number | string | null) => void;
}) {
  // "1.0" is the same number as "1", and must not change while it is typed.
  const [typed, setTyped] = useState('');
  const text = parseNumber(typed) === (value ?? null) ? typed : String(value ?? '');
  return (
    <TextField
      {...input}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(parseNumber(event.target.value));
      }}
    />
  );
}
