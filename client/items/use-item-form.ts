import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { DRAFT_KEPT_GRACE_MS } from '#client/constants.ts';
import { type DraftContent, itemIdOf } from '#client/sync/draft.ts';
import type { FieldValues } from '#client/sync/item.ts';
import { storageToast } from '#client/sync/messages.ts';
import { TooManyDrafts } from '#client/sync/open-draft.ts';
import { conflictOfForms, type OutboxEntry, type Resolution } from '#client/sync/outbox-entry.ts';
import type { SendOutcome } from '#client/sync/send-changes.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { toast } from '#client/toasts/toast.ts';
import { changeSchema } from '#shared/field-schemas.ts';
import { type FieldErrors, validate } from '#shared/validate.ts';
import { hasRequiredTexts } from './field-values.ts';
import { isUnsaved, storeDraft } from './item-draft.ts';
import { useKind } from './kind-context.ts';
import type { OpenForm } from './use-item-editor.ts';

/** How editing ended. Only `closed` keeps the draft; `reverted` accepts the version of the other device. */
export type EditOutcome =
  | { kind: 'created' | 'updated'; id: string; sent: Promise<SendOutcome> }
  | { kind: 'reverted' | 'discarded' | 'closed' };

/** Whether the stored draft is what the form shows. */
type Kept = 'stored' | 'failed' | 'too-many';

/** Holds the state of the form. Stores every change as a draft at once. */
export function useItemForm({
  opened: { draft, content: initial, rejected },
  sync,
  onFinish,
}: {
  opened: OpenForm;
  sync: UserSync;
  onFinish: (outcome: EditOutcome) => void;
}) {
  const { kind } = useKind();
  const [content, setContent] = useState(initial);
  const rejection = rejected?.problem?.kind === 'rejected' ? rejected.problem : undefined;
  const [errors, setErrors] = useState<FieldErrors>(rejection?.fields ?? {});
  const [kept, setKept] = useState<Kept>();
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<OutboxEntry>();
  const latest = useRef(initial);
  const storeCount = useRef(0);

  // Shared text is in the form before the user types.
  const storeInitial = useEffectEvent(() => {
    if (isUnsaved(kind, initial)) void store();
  });
  useEffect(() => storeInitial(), []);

  const isAtRisk = kept !== undefined && kept !== 'stored' && isUnsaved(kind, content);
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAtRisk]);

  function edit(changes: Partial<DraftContent>) {
    latest.current = { ...latest.current, ...changes };
    setContent(latest.current);
    setErrors({});
    void store();
  }

  async function store(isAwaitingPhoto = false) {
    const count = ++storeCount.current;
    const update = (next?: Kept) => count === storeCount.current && setKept(next);
    const slow = setTimeout(update, DRAFT_KEPT_GRACE_MS);
    const outcome = await storeDraft(draft, kind, latest.current, { isAwaitingPhoto }).then(
      () => (sync.database.isPersistent ? 'stored' : 'failed'),
      (error) => (error instanceof TooManyDrafts ? 'too-many' : 'failed'),
    );
    clearTimeout(slow);
    update(outcome);
  }

  /** Saves the item if it is valid. Returns the errors by field, so that the form can focus the first. */
  function save(): FieldErrors {
    const checked = validate(changeSchema(kind.fields), latest.current.fields);
    setErrors(checked.valid ? {} : checked.fields);
    if (!checked.valid) return checked.fields;
    void saveOnDevice(checked.value);
    return {};
  }

  async function saveOnDevice(fields: FieldValues) {
    setSaving(true);
    try {
      await draft.waitForWrites();
      const { original } = latest.current;
      const id = itemIdOf({ ...draft.seen, original });
      const edited = { ...latest.current, id, fields, draft: draft.seen };
      const outcome = await sync.save(kind, edited);
      if (outcome.kind === 'saved') {
        // Otherwise the reading view would show the previous version for a moment.
        await sync
          .collection(kind)
          .waitForReads()
          .catch(() => {});
        return onFinish({ kind: original ? 'updated' : 'created', id, sent: outcome.sent });
      }
      setConflict(conflictOfForms(kind, edited, outcome.theirs));
    } catch (error) {
      console.error('The item could not be stored', error);
      toast(storageToast(error));
    }
    setSaving(false);
  }

  /** Resolves a conflict with another form on this device. */
  function resolve(resolution: Resolution) {
    if (conflict?.problem?.kind !== 'changed') return;
    const { theirs } = conflict.problem;
    setConflict(undefined);
    if (resolution === 'theirs') return finish('reverted');
    edit(resolution === 'mine' ? { original: theirs } : asNewItem(latest.current));
    save();
  }

  async function finish(outcome: 'reverted' | 'discarded') {
    try {
      if (rejected && outcome === 'discarded') await sync.discard(kind, rejected);
      await draft.delete();
      onFinish({ kind: outcome });
    } catch (error) {
      console.error('The draft could not be deleted', error);
      toast(storageToast(error));
    }
  }

  return {
    content,
    /** Undefined until the latest content has been stored. */
    kept,
    /** The error messages by field name. */
    errors,
    conflict,
    isSaving,
    rejection,
    canSave: hasRequiredTexts(kind, content.fields),
    hasChanges: isUnsaved(kind, content),
    setField: (name: string, value: unknown) =>
      edit({ fields: { ...latest.current.fields, [name]: value } }),
    setPhoto: (photo: DraftContent['photo']) => edit({ photo }),
    save,
    resolve,
    closeConflict: () => setConflict(undefined),
    discard: () => void finish('discarded'),
    /** Records that the draft waits for a photo, because the system may end the app while the camera is open. */
    setAwaitingPhoto: (isAwaiting: boolean) => void store(isAwaiting),
  };
}

function asNewItem({ photo }: DraftContent): Partial<DraftContent> {
  return { original: undefined, photo: photo.kind === 'captured' ? photo : { kind: 'none' } };
}
