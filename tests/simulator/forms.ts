import { contentOf, newContent, storeDraft } from '#client/items/item-draft.ts';
import { type Draft, type DraftContent, itemIdOf } from '#client/sync/draft.ts';
import { createDrafts } from '#client/sync/drafts.ts';
import type { Item } from '#client/sync/item.ts';
import type { Edit } from '#client/sync/outbox-entry.ts';
import { testItems } from '#server/testing/items/contract.ts';
import type { Device, Tab } from './device.ts';
import { describeContent, type Form, NOTHING } from './draft-ledger.ts';
import { addedBy, changesPhoto, editOf, newEdit } from './edits.ts';
import type { World } from './world.ts';

const FORMS_PER_TAB = 2;

/** Uses the forms of a tab like the screens, and records what they report as kept. */
export function createForms(
  world: World,
  prefix: string,
  save: (device: Device, tab: Tab, edit: Edit) => Promise<boolean>,
) {
  const { random, ledger, log } = world;

  const pick = ({ forms }: Tab) => {
    const idle = forms.filter(({ isSaving }) => !isSaving);
    return idle.length > 0 ? random.pick(idle) : undefined;
  };

  /** Opens a form, with a matching draft that no form has open, if there is one. */
  async function open(
    device: Device,
    tab: Tab,
    isWanted: (draft: Draft) => boolean,
    fresh: DraftContent,
  ) {
    if (tab.forms.length >= FORMS_PER_TAB) return;
    const drafts = createDrafts(tab.sync);
    const owners = new Map<string, string | undefined>();
    const continued = await drafts.continue(testItems, (draft) => {
      owners.set(draft.id, draft.form);
      return isWanted(draft);
    });
    const draft = continued?.draft ?? (await drafts.begin(testItems));
    const content = continued?.content ?? fresh;
    log(`${tab.page.name} ${continued ? 'continues' : 'begins'} ${describeContent(content)}`);
    const { id, form: to } = draft.seen;
    const line = continued
      ? device.drafts.continue(
          describeContent(content),
          { from: owners.get(id), to },
          (taken, own) => {
            for (const form of device.tabs.flatMap(({ forms }) => forms))
              if (form.line === taken) form.line = own;
          },
        )
      : device.drafts.begin(to);
    tab.forms.push({ draft, content, line, isSaving: false });
  }

  /** Changes a form's content. The content counts as kept once that is confirmed. */
  async function change(device: Device, tab: Tab, form: Form, content: DraftContent) {
    form.content = content;
    const written = describeContent(content);
    const text = written === describeContent(fresh(content.original)) ? NOTHING : written;
    log(`${tab.page.name} writes ${written}`);
    const { line } = form;
    device.drafts.store(line, text);
    await storeDraft(form.draft, testItems, content);
    // If another form has taken over the draft, this content may have been stored before.
    if (form.line === line) device.drafts.confirm(line, text);
    log(`${tab.page.name} keeps ${written}`);
  }

  const fresh = (original: Item | undefined) =>
    original ? contentOf(testItems, original) : newContent(testItems);

  function close(device: Device, tab: Tab, form: Form) {
    tab.forms.splice(tab.forms.indexOf(form), 1);
    device.drafts.close(form.line);
    return form.draft.close();
  }

  return {
    openNew: (device: Device, tab: Tab) =>
      open(device, tab, ({ original }) => !original, fresh(undefined)),

    openItem: (device: Device, tab: Tab, item: Item) =>
      open(device, tab, ({ original }) => original?.id === item.id, fresh(item)),

    async type(device: Device, tab: Tab) {
      const form = pick(tab);
      if (!form) return;
      const { original, fields, photo } = form.content;
      const written = original ?? (fields.text ? { id: '' } : undefined);
      const edit = written
        ? editOf(world, prefix, { ...(written as Item), ...fields })
        : newEdit(world, prefix);
      const next = changesPhoto(edit) ? edit.photo : photo;
      await change(device, tab, form, { original, fields: edit.fields, photo: next });
    },

    /** Reverts everything that was written. */
    async revert(device: Device, tab: Tab) {
      const form = pick(tab);
      if (form) await change(device, tab, form, fresh(form.content.original));
    },

    async save(device: Device, tab: Tab) {
      const form = pick(tab);
      if (!form?.content.fields.text || form.line.isCopy) return;
      form.isSaving = true;
      await form.draft.waitForWrites();
      const { line, draft } = form;
      const id = itemIdOf({ ...draft.seen, original: form.content.original });
      const edit: Edit = { ...form.content, id, draft: draft.seen };
      const before = line.possible;
      device.drafts.store(line, NOTHING);
      // If the form is killed while it saves, and its stored draft is gone, the change was saved.
      if (!before.includes(NOTHING))
        line.acknowledgeSaved = ledger.save(device.name, edit.id, addedBy(edit));
      let isSaved = false;
      try {
        isSaved = await save(device, tab, edit);
      } finally {
        form.isSaving = false;
        line.acknowledgeSaved = undefined;
        if (!isSaved) line.possible = before;
      }
      if (!isSaved) return;
      device.drafts.confirm(line, NOTHING);
      await close(device, tab, form);
    },

    async discard(device: Device, tab: Tab) {
      const form = pick(tab);
      if (!form) return;
      log(`${tab.page.name} discards ${describeContent(form.content)}`);
      device.drafts.store(form.line, NOTHING);
      await form.draft.delete();
      device.drafts.confirm(form.line, NOTHING);
      await close(device, tab, form);
    },

    async close(device: Device, tab: Tab) {
      const form = pick(tab);
      if (!form) return;
      log(`${tab.page.name} closes ${describeContent(form.content)}`);
      await close(device, tab, form);
    },
  };
}
