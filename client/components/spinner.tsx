import { shellMessages } from '#client/messages.ts';

/** Decoration: whoever shows it says in words what is going on. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
      className={`animate-spin ${className}`}
    >
      <circle cx="12" cy="12" r="9" opacity=".2" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}

/** Stands in for a whole screen. */
export function Loading() {
  return (
    <div className="grid min-h-[60vh] place-content-center">
      <p role="status" className="flex items-center gap-3 text-ink-soft">
        <Spinner />
        {shellMessages.loading}
      </p>
    </div>
  );
}
