import { CircleAlert, CircleCheck, MailCheck } from 'lucide-react';
import { Spinner } from '#client/components/spinner.tsx';

const MARKS = { done: CircleCheck, problem: CircleAlert, mail: MailCheck, waiting: Spinner };

/** Shows a status icon in place of the logo, on pages without a form. */
export function StatusMark({ kind }: { kind: keyof typeof MARKS }) {
  const Icon = MARKS[kind];
  return (
    <span aria-hidden="true" className="status-mark" data-kind={kind}>
      <Icon className="size-5.5" />
    </span>
  );
}
