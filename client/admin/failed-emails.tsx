import { useState } from 'react';
import { showErrorToast } from '#client/account/show-error-toast.ts';
import { Button } from '#client/components/button.tsx';
import { focusHeading } from '#client/page/focus-heading.ts';
import { formatDateTime } from '#client/text/dates.ts';
import { toast } from '#client/toasts/toast.ts';
import type { FailedEmail } from '#shared/admin.ts';
import { formatNumber } from '#shared/format-number.ts';
import { adminApi } from './admin-api.ts';
import { ListPage } from './list-page.tsx';
import { actionFailed, emailKinds, failedEmailMessages as m } from './messages.ts';
import { usePages } from './use-pages.ts';

export default function FailedEmails() {
  const emails = usePages<FailedEmail>('', async (before, signal) => {
    const result = await adminApi.listFailedEmails({ query: { before }, signal });
    return result.success ? { items: result.emails, next: result.next } : result;
  });
  const [sending, setSending] = useState<string>();

  async function sendAgain(id: string) {
    setSending(id);
    const result = await adminApi.sendEmailAgain({ params: { id } });
    setSending(undefined);
    if (result.success) {
      toast(m.queued);
      emails.update((items) => items.filter((email) => email.id !== id));
      focusHeading();
    } else showErrorToast(actionFailed, result);
  }

  return (
    <ListPage
      title="Failed emails"
      texts={{ ...m, none: emails.next ? m.allSentAgain : m.none }}
      list={emails}
      className="records-with-button"
      columns={{
        lead: [
          'Recipient',
          ({ recipient }) => <p className="wrap-anywhere font-medium">{recipient}</p>,
        ],
        facts: [
          ['Email', ({ kind }) => emailKinds[kind] ?? kind],
          ['Attempts', ({ attempts }) => formatNumber(attempts), 'figure'],
          ['Failed', ({ failed_at }) => formatDateTime(failed_at), 'time'],
        ],
        action: ({ id, recipient }) => (
          <Button
            variant="secondary"
            aria-label={`Send again to ${recipient}`}
            pending={sending === id}
            onClick={() => void sendAgain(id)}
          >
            Send again
          </Button>
        ),
      }}
    />
  );
}
