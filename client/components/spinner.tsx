/** Renders a decorative spinner: the caller says in words what is going on. */
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
