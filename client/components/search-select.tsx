import { Combobox } from '@base-ui/react/combobox';
import { type Ref, useMemo } from 'react';
import { Field, type FieldText } from './field.tsx';
import './search-select.css';

export type SearchSelectOption = { value: string; label: string };

/** How many options the list shows. Typing finds the others. */
const SHOWN_OPTIONS = 50;

/** Renders a field to choose one of many options by typing a part of its label. An empty field is no choice. */
export default function SearchSelect({
  ref,
  id,
  label,
  hint,
  error,
  options,
  value,
  placeholder,
  required,
  readOnly,
  onChange,
}: FieldText & {
  ref?: Ref<HTMLInputElement>;
  id?: string;
  options: SearchSelectOption[];
  value: string | null;
  placeholder: string;
  required?: boolean;
  readOnly?: boolean;
  onChange: (value: string | null) => void;
}) {
  const items = useMemo(
    () =>
      Combobox.createItems(options, {
        getValue: (option) => option.value,
        getLabel: (option) => option.label,
      }),
    [options],
  );
  const chosen = options.find((option) => option.value === value);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(attributes) => (
        <Combobox.Root
          items={items}
          value={value}
          onValueChange={(next) => onChange(next)}
          limit={SHOWN_OPTIONS}
          autoHighlight
          readOnly={readOnly ?? false}
        >
          <Combobox.Input
            {...attributes}
            ref={ref}
            className="control"
            placeholder={placeholder}
            required={required}
            autoCapitalize="none"
            spellCheck={false}
            onClick={({ currentTarget }) => {
              // What is typed next replaces the choice, as after Tab.
              if (currentTarget.value === chosen?.label) currentTarget.select();
            }}
          />
          <Combobox.Portal>
            <Combobox.Positioner className="z-50" sideOffset={4} align="start">
              <Combobox.Popup className="menu search-select">
                <Combobox.Empty>
                  <p className="p-3 text-sm text-ink-soft">Nothing found</p>
                </Combobox.Empty>
                <Combobox.List className="search-select-list">
                  {(option: SearchSelectOption) => (
                    <Combobox.Item key={option.value} value={option.value} className="menu-item">
                      <span dir="auto" className="truncate">
                        {option.label}
                      </span>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  );
}
