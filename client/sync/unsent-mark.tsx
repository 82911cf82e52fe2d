import { CircleAlert, CloudUpload } from 'lucide-react';
import { syncMessages as m } from './messages.ts';
import type { OutboxEntry } from './outbox-entry.ts';

/** Marks an item whose change is not sent yet, or needs a decision. */
export function UnsentMark({ entry }: { entry: OutboxEntry }) {
  const { problem } = entry;
  const Icon = problem ? CircleAlert : CloudUpload;
  return (
    <span className="unsent-mark" data-problem={problem?.kind}>
      <Icon aria-hidden />
      {problem ? m[problem.kind] : m.notSent}
    </span>
  );
}
