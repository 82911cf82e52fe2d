import {
  type ChangeEvent,
  type FormEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { GenericSchema } from 'valibot';
import type { ApiError } from '#client/api-client/api-error.ts';
import { commonToasts } from '#client/components/messages.ts';
import { toast } from '#client/toasts/toast.ts';
import { type FieldErrors, validate } from '#shared/validate.ts';

type FieldProps = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur: () => void;
};

/** The part of a form that is passed to a group of fields. */
export type FormField<Name extends string> = (name: Name) => FieldProps;

/**
 * Manages a form whose rules are a schema of the contract:
 *
 *     const { form, field, pending } = useForm({ schema: profile, initial: user, send });
 *     <form {...form}><TextField label="First name" {...field('first_name')} /> …
 *
 * `initial` may change later: it fills the fields that the user has not edited. `send` is called
 * with valid values only; the fields of an error it returns are shown beside the controls.
 */
export function useForm<Values extends Record<string, string>, Output>({
  schema,
  initial,
  send,
}: {
  schema: GenericSchema<Values, Output>;
  initial: Values;
  send: (value: Output) => Promise<ApiError | undefined>;
}) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [rejected, setRejected] = useState<FieldErrors>({});
  const [pending, setPending] = useState(false);
  const ref = useRef<HTMLFormElement>(null);

  const values = { ...initial, ...edits };
  const validated = validate(schema, values);
  const wrong = validated.valid ? {} : validated.fields;

  /** Keeps what was typed into a prerendered form before the app was mounted. */
  const keepTyped = useEffectEvent(() => {
    const typed = inputs().filter(({ name, value }) => name in values && value !== values[name]);
    if (typed.length > 0)
      setEdits(Object.fromEntries(typed.map(({ name, value }) => [name, value])) as typeof edits);
  });
  useLayoutEffect(() => keepTyped(), []);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (!validated.valid) {
      showErrors(() => setChecked(new Set(Object.keys(values))), validated.fields);
      return;
    }
    setPending(true);
    let fields: FieldErrors | undefined;
    try {
      fields = (await send(validated.value))?.fields;
    } catch (error) {
      console.error(error);
      toast(commonToasts.unexpected);
    }
    setPending(false);
    if (fields) showErrors(() => setRejected(fields), fields);
  }

  // Rendered before the field is focused, so that a screen reader reads the error with it.
  function showErrors(show: () => void, fields: FieldErrors) {
    flushSync(show);
    control((name) => name in fields)?.focus();
  }

  function control(matches: (name: string) => boolean) {
    return inputs().find(({ name }) => matches(name));
  }

  function inputs() {
    const controls = [...(ref.current?.elements ?? [])];
    return controls.filter((element) => element instanceof HTMLInputElement);
  }

  function field(name: keyof Values & string): FieldProps {
    return {
      name,
      value: values[name],
      error: rejected[name] ?? (checked.has(name) ? wrong[name] : undefined),
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const { value } = event.target;
        setEdits((before) => ({ ...before, [name]: value }));
        setRejected(({ [name]: _, ...others }) => others);
      },
      // Leaving a field empty is not an error before the form is submitted.
      onBlur() {
        if (values[name]) setChecked((before) => new Set([...before, name]));
      },
    };
  }

  return {
    // The method is for a page whose script did not load: with the default, passwords would become part of the address.
    form: { ref, method: 'post', noValidate: true, onSubmit },
    field,
    values,
    pending,
    focus: (name: keyof Values & string) => control((each) => each === name)?.select(),
  };
}
