import { TextField } from '#client/components/text-field.tsx';
import type { FormField } from '#client/hooks/use-form.ts';

export function NameFields({ field }: { field: FormField<'first_name' | 'last_name'> }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-4 gap-y-2.5">
      <TextField
        label="First name"
        dir="auto"
        autoComplete="given-name"
        required
        {...field('first_name')}
      />
      <TextField
        label="Last name"
        dir="auto"
        autoComplete="family-name"
        required
        {...field('last_name')}
      />
    </div>
  );
}
