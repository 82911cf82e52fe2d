import type { ComponentProps } from 'react';

export function Checkbox({
  label,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 pr-2 text-sm font-medium wrap-anywhere select-none">
      <input {...input} type="checkbox" className="checkbox" />
      {label}
    </label>
  );
}
