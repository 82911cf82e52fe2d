import { formatDateTime } from '#client/text/dates.ts';
import type { AuditEntry } from '#shared/admin.ts';
import { adminApi } from './admin-api.ts';
import { ListPage } from './list-page.tsx';
import { auditMessages as m } from './messages.ts';
import { RecordItem } from './record-list.tsx';
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
      head={['Action', 'Person', 'Admin', 'When']}
      className="records-without-action"
    >
      {log.items?.map(({ id, action, target_email, actor_email, created_at }) => (
        <RecordItem
          key={id}
          lead={<p className="font-medium">{m.actions[action]}</p>}
          facts={[
            ['Person', target_email],
            ['Admin', actor_email ?? m.operator],
            ['When', formatDateTime(created_at)],
          ]}
        />
      ))}
    </ListPage>
  );
}
