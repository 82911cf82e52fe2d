import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '#client/components/toast.ts';
import { conflictOfForms } from '#client/sync/conflict.ts';
import type { Edit, Resolution } from '#client/sync/edit.ts';
import type { FieldValues } from '#client/sync/entity.ts';
import { storageToast } from '#client/sync/messages.ts';
import { newId } from '#client/sync/new-id.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import type { SendOutcome } from '#client/sync/sender.ts';
import type { UserSync } from '#client/sync/user-sync.ts';
import { type Fields, validate } from '#shared/validate.ts';
import { hasRequiredTexts } from './field-values.ts';
import { type ItemDraft, isUnsaved, storeDraft } from './item-draft.ts';
import type { ItemEntity } from './item-entity.ts';

/** How editing ended. Only `closed` keeps the draft; `reverted` accepts the other version. */
export type EditOutcome =
  | { kind: 'created' | 'updated'; sent: Promise<SendOutcome> }
  | { kind: 'reverted' | 'discarded' | 'closed' };

/** Holds the state of the form. Every change is stored as a draft at once. */
export function useItemForm({
  entity,
  initial,
  rejected,
  sync,
  onFinish,
}: {
  entity: ItemEntity;
  initial: ItemDraft;
  /** An earlier try that the server refused. */
  rejected: OutboxEntry | undefined;
  sync: UserSync;
  onFinish: (outcome: EditOutcome) => void;
}) {
  const [draft, setDraft] = useState(initial);
  const rejection = rejected?.problem?.kind === 'rejected' ? rejected.problem : undefined;
  const [errors, setErrors] = useState<Fields>(rejection?.fields ?? {});
  const [isStored, setStored] = useState<boolean>();
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<OutboxEntry>();
  const latest = useRef(initial);

  // Shared text is there before anything is typed.
  const storeInitial = useEffectEvent(() => {
    if (isUnsaved(entity, initial)) void store();
  });
  useEffect(() => storeInitial(), []);

  function edit(changes: Partial<ItemDraft>) {
    latest.current = { ...latest.current, ...changes };
    setDraft(latest.current);
    setErrors({});
    void store(changes);
  }

  async function store({ photo }: Partial<ItemDraft> = {}, isAwaitingPhoto = false) {
    const storing = [storeDraft(sync, entity, latest.current, { isAwaitingPhoto })];
    if (photo) storing.push(storePhoto());
    const succeeded = await Promise.all(storing).then(
      () => true,
      () => false,
    );
    setStored(succeeded && sync.database.isPersistent);
  }

  async function storePhoto() {
    await sync.drafts.storePhoto(entity, latest.current.id, latest.current.photo);
  }

  /** Saves the item if it is valid. Returns the errors by field, so that the form can focus the first. */
  function save(): Fields {
    const checked = validate(entity.fields, latest.current.fields);
    setErrors(checked.valid ? {} : checked.fields);
    if (!checked.valid) return checked.fields;
    void saveOnDevice(checked.value as FieldValues);
    return {};
  }

  async function saveOnDevice(fields: FieldValues) {
    const { id, original } = latest.current;
    setSaving(true);
    try {
      const edited = { id, original, fields, photo: photoChange(latest.current.photo) };
      const outcome = await sync.save(entity, edited);
      if (outcome.kind === 'saved')
        return onFinish({ kind: original ? 'updated' : 'created', sent: outcome.sent });
      setConflict(conflictOfForms(entity, sync.userId, edited, outcome.theirs));
    } catch (error) {
      console.error('The item could not be stored', error);
      toast(storageToast(error));
    }
    setSaving(false);
  }

  /** Ends a conflict with another form on this device. */
  function resolve(resolution: Resolution) {
    if (conflict?.problem?.kind !== 'changed') return;
    const { theirs } = conflict.problem;
    setConflict(undefined);
    if (resolution === 'theirs') return finish('reverted');
    const { id } = latest.current;
    const next = resolution === 'mine' ? { original: theirs } : asNewItem(latest.current);
    edit(next);
    if (resolution === 'both') void sync.drafts.discard(entity, id);
    save();
  }

  async function finish(kind: 'reverted' | 'discarded') {
    if (rejected && kind === 'discarded') await sync.outbox.discard(entity, rejected);
    await sync.drafts.discard(entity, latest.current.id).catch(() => {});
    sync.publishDraft(entity, latest.current.id);
    onFinish({ kind });
  }

  return {
    draft,
    /** Whether the draft survives the page. Undefined until it was stored once. */
    isStored,
    /** What is wrong, by the name of the field. */
    errors,
    conflict,
    isSaving,
    rejection,
    canSave: hasRequiredTexts(entity, draft.fields),
    hasChanges: isUnsaved(entity, draft),
    setField: (name: string, value: unknown) =>
      edit({ fields: { ...latest.current.fields, [name]: value } }),
    setPhoto: (photo: ItemDraft['photo']) => edit({ photo }),
    save,
    resolve,
    closeConflict: () => setConflict(undefined),
    discard: () => void finish('discarded'),
    /** Stores that the draft waits for a photo: the system may end the app while the camera is open. */
    setAwaitingPhoto: (isAwaiting: boolean) => void store({}, isAwaiting),
  };
}

function photoChange(photo: ItemDraft['photo']): Edit['photo'] {
  if (photo.kind === 'captured') return { kind: 'added', blob: photo.blob };
  return { kind: photo.kind === 'removed' ? 'removed' : 'unchanged' };
}

function asNewItem({ photo }: ItemDraft): Partial<ItemDraft> {
  const own: ItemDraft['photo'] = photo.kind === 'captured' ? photo : { kind: 'none' };
  return { original: undefined, id: newId(), photo: own };
}
