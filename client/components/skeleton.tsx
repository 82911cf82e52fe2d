/** Renders a placeholder for content that is loading. It should have the size of the content. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block ${className}`} />;
}
