import { ArrowLeft } from 'lucide-react';

/** Closes the open item or the form in a narrow window, where the pane covers the list. */
export function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="icon-button me-auto lg:hidden"
      aria-label={label}
      onClick={onClick}
    >
      <ArrowLeft aria-hidden className="size-5" />
    </button>
  );
}
