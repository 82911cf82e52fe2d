import { Spinner } from '#client/components/spinner.tsx';
import { shellMessages } from './messages.ts';

/** Renders a placeholder for a whole screen while it loads. */
export function Loading() {
  return (
    <div className="grid min-h-[60vh] place-content-center">
      <p role="status" className="flex items-center gap-3 text-ink-soft noscript:hidden">
        <Spinner />
        {shellMessages.loading}
      </p>
      <noscript>
        <p className="page text-center text-ink-soft">{shellMessages.needsScript}</p>
      </noscript>
    </div>
  );
}
