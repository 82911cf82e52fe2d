import { CloudOff } from 'lucide-react';
import type { ApiError } from '#client/api/api-error.ts';
import { Button } from '#client/components/button.tsx';
import { Card } from '#client/components/card.tsx';
import { adminMessages } from './messages.ts';

export function StatusError({
  error,
  retrying,
  onRetry,
}: {
  error: ApiError;
  retrying: boolean;
  onRetry: () => void;
}) {
  return (
    <Card className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <CloudOff aria-hidden className="mb-2 size-9 text-ink-faint" strokeWidth={1.5} />
      <div role="alert">
        <h2 className="text-xl font-semibold">{adminMessages.failedTitle}</h2>
        <p className="mt-1 text-ink-soft">{error.error}</p>
      </div>
      <Button className="mt-4" pending={retrying} onClick={onRetry}>
        {adminMessages.retry}
      </Button>
    </Card>
  );
}
