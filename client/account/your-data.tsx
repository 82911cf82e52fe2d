import { useState } from 'react';
import { Button } from '#client/components/button.tsx';
import { commonToasts } from '#client/components/messages.ts';
import { lazyPart, useLazyPopup } from '#client/hooks/lazy-part.ts';
import { useUser } from '#client/session/session.ts';
import { toast } from '#client/toasts/toast.ts';
import { accountMessages as m } from './messages.ts';

const importDialog = lazyPart(() => import('#client/export/import-dialog.tsx'));

/** Offers to export and import everything that the user stored. */
export function YourData() {
  const dialog = useLazyPopup(importDialog);
  const { id } = useUser();
  const [isExporting, setExporting] = useState(false);
  const [missing, setMissing] = useState<string>();

  async function exportData() {
    setExporting(true);
    setMissing(undefined);
    try {
      setMissing(await (await import('#client/export/export-data.ts')).exportData(id));
    } catch {
      toast(commonToasts.codeMissing);
    } finally {
      setExporting(false);
    }
  }

  return (
    <section aria-labelledby="your-data" className="account-section">
      <h2 id="your-data" className="text-lg font-semibold">
        Your data
      </h2>
      <p className="mt-1 text-ink-soft">{m.yourData}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          className="flex-1"
          pending={isExporting}
          onClick={() => void exportData()}
        >
          Export
        </Button>
        <Button
          variant="secondary"
          className="flex-1"
          aria-haspopup="dialog"
          {...dialog.prefetchOnIntent}
          onClick={dialog.open}
        >
          Import
        </Button>
      </div>
      {/* Always rendered, so that its text is announced. */}
      <p role="status" className="text-ink-soft not-empty:mt-3">
        {missing}
      </p>
      {dialog.Popup && <dialog.Popup open={dialog.isOpen} onClose={dialog.close} />}
    </section>
  );
}
