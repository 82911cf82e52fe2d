import { ArrowLeft } from 'lucide-react';

/** Leads back to the list in a narrow window, where the pane covers it. */
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
