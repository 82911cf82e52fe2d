import { call } from '#client/api-client/api.ts';
import { formatDateTime } from '#client/components/dates.ts';
import type { AuditEntry } from '#shared/admin.ts';
import { ListPage, ListStates } from './list-page.tsx';
import { auditMessages as m } from './messages.ts';
import { RecordItem, RecordList } from './record-list.tsx';
import { usePages } from './use-pages.ts';

export default function AuditLog() {
  const log = usePages<AuditEntry>('', async (before, signal) => {
    const result = await call('listAudit', { query: { before }, signal });
    return result.success ? { items: result.entries, next: result.next } : result;
  });
  return (
    <ListPage title="Audit log" intro={m.intro}>
      <div className="mt-8">
        <ListStates list={log} texts={m}>
          <RecordList
            label="Audit log"
            head={['Action', 'Person', 'Admin', 'When']}
            busy={log.loading}
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
          </RecordList>
        </ListStates>
      </div>
    </ListPage>
  );
}
