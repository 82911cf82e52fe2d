import { type PhotoState, unchangedPhoto } from '#client/photos/prepare-photo.ts';
import type { ItemKind } from '#shared/items.ts';
import { type Draft, type DraftContent, draftPhotoPath, type SeenDraft } from './draft.ts';
import { fieldsOf } from './item.ts';
import { createOpenDraft, expectRoom, type OpenDraft } from './open-draft.ts';
import { deleteSeenDraft, getSeenDraft } from './stored-drafts.ts';
import type { StoreName, Transaction } from './user-database.ts';
import type { UserSync } from './user-sync.ts';

export type Drafts = ReturnType<typeof createDrafts>;

const STORES: StoreName[] = ['drafts', 'photos'];

/**
 * Stores the content of forms, so that text is never lost. Each open form has a draft of its own. Not part of UserSync,
 * because only screens with forms need its code.
 */
export function createDrafts({
  database,
  forms,
  newId,
  now,
  publishDrafts,
}: Pick<UserSync, 'database' | 'forms' | 'newId' | 'now' | 'publishDrafts'>) {
  /** Makes a draft belong to a form. Returns undefined if another form was faster. */
  const claim = (kind: ItemKind, seen: Draft, form: string) =>
    database.write(STORES, async (transaction) => {
      const draft = await getSeenDraft(transaction, kind, seen);
      if (!draft) return undefined;
      await transaction.put('drafts', { ...draft, form });
      const photo = await readPhoto(transaction, draft);
      const { id, original } = draft;
      // An older version of the app stored none of the fields that the item has since.
      const fields = { ...(original && fieldsOf(kind, original)), ...draft.fields };
      return { id, original, fields, photo };
    });

  /** Returns what every open draft of a kind needs. */
  const sharedBy = (kind: ItemKind) => {
    const onChange = () => publishDrafts(kind);
    return { database, kind, newId, now, onChange };
  };

  return {
    /** Begins the draft of a form. Writes nothing until the form stores something. */
    async begin(kind: ItemKind): Promise<OpenDraft> {
      const form = newId();
      return createOpenDraft({ ...sharedBy(kind), form, release: await forms.open(form) });
    },

    /** Continues the newest matching draft that no form has open. Returns undefined if there is none. */
    async continue(
      kind: ItemKind,
      isWanted: (draft: Draft) => boolean,
    ): Promise<{ draft: OpenDraft; content: DraftContent } | undefined> {
      const wanted = (await forms.readClosed(kind)).filter(isWanted);
      if (wanted.length === 0) return undefined;
      const form = newId();
      const release = await forms.open(form);
      try {
        for (const seen of wanted) {
          const claimed = await claim(kind, seen, form);
          if (!claimed) continue;
          publishDrafts(kind);
          const { id, ...content } = claimed;
          const draft = createOpenDraft({ ...sharedBy(kind), form, release, continued: claimed });
          return { draft, content };
        }
      } catch (error) {
        release();
        throw error;
      }
      release();
      return undefined;
    },

    /** Stores a draft that no form has open, unless it is stored already. Rejects if there are too many. */
    async add(kind: ItemKind, id: string, { photo, ...content }: DraftContent) {
      const { many } = kind;
      const blob = photo.kind === 'captured' ? photo.blob : undefined;
      const draft = { ...content, entity: many, id, photo: photo.kind, editedAt: now() };
      const store = async (transaction: Transaction) => {
        if (await transaction.get('drafts', [many, id])) return;
        await expectRoom(transaction, kind);
        await transaction.put('drafts', draft);
        if (blob) await transaction.put('photos', { path: draftPhotoPath(many, id), blob });
      };
      await database.write(STORES, store, blob && [blob]);
      publishDrafts(kind);
    },

    /** Deletes a draft. Returns false if a form has opened it since it was seen. */
    async discard(kind: ItemKind, seen: SeenDraft): Promise<boolean> {
      const isDeleted = await database.write(STORES, (transaction) =>
        deleteSeenDraft(transaction, kind, seen),
      );
      publishDrafts(kind);
      return isDeleted;
    },
  };
}

/** Returns the photo of a draft. */
async function readPhoto(
  { get }: Transaction,
  { entity, id, photo, original }: Draft,
): Promise<PhotoState> {
  if (photo === 'removed') return { kind: photo };
  const stored =
    photo === 'captured' ? await get('photos', [draftPhotoPath(entity, id)]) : undefined;
  return stored ? { kind: 'captured', blob: stored.blob } : unchangedPhoto(original?.photo_path);
}
