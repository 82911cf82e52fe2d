import { formatDateTime } from '#client/text/dates.ts';
import type { AuditEntry } from '#shared/admin.ts';
import { adminApi } from './admin-api.ts';
import { ListPage } from './list-page.tsx';
import { auditMessages as m } from './messages.ts';
import type { Columns } from './record-list.tsx';
import { usePages } from './use-pages.ts';

export default function AuditLog() {
  const log = usePages<AuditEntry>('', async (before, signal) => {
    const result = await adminApi.listAudit({ query: { before }, signal });
    return result.success ? { items: result.entries, next: result.next } : result;
  });
  return (
    <ListPage
      title="Audit log"
      texts={m}
      list={log}
      columns={columns}
      className="records-without-action"
    />
  );
}

const columns: Columns<AuditEntry> = {
  lead: ['Action', ({ action }) => <p className="font-medium">{m.actions[action]}</p>],
  facts: [
    ['Person', ({ target_email }) => target_email],
    ['Admin', ({ actor_email }) => actor_email ?? m.operator],
    ['When', ({ created_at }) => formatDateTime(created_at), 'time'],
  ],
};
