import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import './search.css';

/** Renders a field that searches a list while typing. A button and Escape clear it. */
export function SearchField({
  label,
  value,
  maxLength,
  onChange,
  onFocus,
}: {
  label: string;
  value: string;
  maxLength?: number;
  onChange: (value: string) => void;
  onFocus?: () => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  function clearOnEscape(event: KeyboardEvent) {
    // While a character is being composed, Escape only cancels that.
    if (event.key !== 'Escape' || !value || event.nativeEvent.isComposing) return;
    // Keeps the same key press from closing anything else.
    event.preventDefault();
    event.stopPropagation();
    onChange('');
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is younger than the oldest supported browsers
    <div role="search" className="relative min-w-0 flex-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4.5 text-ink-faint"
      />
      <input
        ref={field}
        id={id}
        type="search"
        name="search"
        className="control search-control"
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={clearOnEscape}
        onFocus={onFocus}
      />
      {value && (
        <button
          type="button"
          className="icon-button absolute inset-y-0 end-0 my-auto"
          aria-label="Clear search"
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        >
          <X aria-hidden className="size-4.5" />
        </button>
      )}
    </div>
  );
}
