import { CloudOff } from 'lucide-react';
import type { ApiError } from '#client/api-client/api-error.ts';
import { Button } from '#client/components/button.tsx';
import { Card } from '#client/components/card.tsx';
import { useFocusHeadingOnUnmount } from '#client/page/focus-heading.ts';
import { adminMessages } from './messages.ts';

/** Shows that something could not be loaded, with a button to try again. */
export function LoadError({
  title,
  error,
  retrying,
  onRetry,
}: {
  title: string;
  error: ApiError;
  retrying: boolean;
  onRetry: () => void;
}) {
  return (
    <Card className="px-6 py-14">
      <div
        ref={useFocusHeadingOnUnmount<HTMLDivElement>()}
        className="grid justify-items-center gap-2 text-center"
      >
        <CloudOff aria-hidden className="mb-2 size-9 text-ink-faint" strokeWidth={1.5} />
        <div role="alert">
          <h2 className="text-xl font-semibold">{title}</h2>
          <p className="mt-1 text-ink-soft">{error.error}</p>
        </div>
        <Button className="mt-4" pending={retrying} onClick={onRetry}>
          {adminMessages.retry}
        </Button>
      </div>
    </Card>
  );
}
