import type { Draft, DraftContent } from '#client/sync/draft.ts';
import type { OpenDraft } from '#client/sync/open-draft.ts';
import { photoName, Violation } from './ledger.ts';

/**
 * What one form wrote, and after it those that continued its draft. `possible` is what may be stored: what the form last
 * said is kept, and what was on its way since. NOTHING stands for no draft.
 */
export type Line = {
  /** The id of the form. */
  form: string;
  possible: string[];
  /** A form that is open has the draft. */
  isOpen: boolean;
  /** Another form has the same words, because the browser has no locks. */
  isCopy: boolean;
  /** Records that the words were saved. Set while a form saves: its draft may be gone before it learns of that. */
  acknowledgeSaved?: () => void;
};

/** A form that is open in a tab. */
export type Form = { draft: OpenDraft; content: DraftContent; line: Line; isSaving: boolean };

export const NOTHING = '';

/**
 * Records what the forms of one person on one device said is kept. Without locks, no tab knows which forms are open in
 * another one: it deletes their drafts with an item, and may take one, and be killed before it shows that. What the form
 * then saves is offered once more.
 */
export function createDraftLedger({ hasLocks }: { hasLocks: boolean }) {
  const lines: Line[] = [];
  const everKept = new Set<string>();
  /** The items that are being deleted. */
  const deleting = new Set<string>();

  const isOf = ({ possible }: Line, item: string) => possible.some((text) => text.startsWith(item));

  function begin(form: string): Line {
    const line: Line = { form, possible: [NOTHING], isOpen: true, isCopy: false };
    lines.push(line);
    return line;
  }

  return {
    /** Begins the record of a form. */
    begin,

    /**
     * Continues the record of the form that had a draft. Without locks that form may still be open: it goes on with the
     * record that `onTaken` gets.
     */
    continue(
      content: string,
      { from, to }: { from: string | undefined; to: string },
      onTaken: (from: Line, own: Line) => void,
    ): Line {
      const matching = lines.filter(({ possible }) => possible.includes(content));
      const line =
        matching.find(({ form }) => form === from) ??
        matching.find(({ isOpen }) => !isOpen) ??
        matching[0];
      if (!line) throw new Violation(`a draft contains what no form kept: ${content}`);
      if (line.isOpen) {
        const own = begin(line.form);
        Object.assign(own, { possible: [NOTHING, ...line.possible], isCopy: true });
        onTaken(line, own);
      }
      line.form = to;
      line.possible = [content];
      line.isOpen = true;
      line.acknowledgeSaved = undefined;
      return line;
    },

    /** Records that something is being stored. */
    store(line: Line, content: string) {
      line.possible = [...line.possible, content];
    },

    /** Records that the device has confirmed this. */
    confirm(line: Line, content: string) {
      everKept.add(content);
      const index = line.possible.lastIndexOf(content);
      if (index >= 0) line.possible = line.possible.slice(index);
    },

    close(line: Line) {
      line.isOpen = false;
      for (const item of deleting) if (isOf(line, item)) line.possible.push(NOTHING);
    },

    /** Records that a person deletes an item, and with it the drafts that no form has open. */
    deleteItem(item: string) {
      const deleted = lines
        .filter((line) => !(line.isOpen && hasLocks) && isOf(line, item))
        .map((line) => {
          const before = line.possible;
          line.possible = [...before, NOTHING];
          return { line, before, after: line.possible };
        });
      deleting.add(item);
      return {
        /** The device has confirmed the deletion. */
        confirm: () => void deleting.delete(item),
        /** The deletion was undone. */
        undo() {
          for (const { line, before, after } of deleted)
            if (line.possible === after) line.possible = before;
        },
      };
    },

    /** Checks that every draft is there that a form said is kept, and no other. */
    check(device: string, stored: string[]) {
      const open = new Set(lines);
      for (const content of stored) {
        const matching = [...open].filter(({ possible }) => possible.includes(content));
        const line = matching.find(({ possible }) => !possible.includes(NOTHING)) ?? matching[0];
        if (line) open.delete(line);
        else if (hasLocks || !everKept.has(content))
          throw new Violation(`${device} has a draft that no form kept: ${content}`);
      }
      for (const { possible, acknowledgeSaved } of open) {
        if (!possible.includes(NOTHING))
          throw new Violation(`${device} has lost a draft: ${possible.join(' or ')}`);
        acknowledgeSaved?.();
      }
    },
  };
}

/** Describes what a form holds, so that equal contents are equal. */
export function describeContent({ original, fields, photo }: DraftContent) {
  const detail = photo.kind === 'captured' ? photoName(photo.blob.size) : photo.kind;
  return describe(original?.id, fields, detail);
}

/** Describes a stored draft in the same way. */
export function describeDraft({ original, fields, photo }: Draft, photoBytes: number | undefined) {
  return describe(original?.id, fields, photo === 'captured' ? photoName(photoBytes ?? 0) : photo);
}

const describe = (itemId = 'new', fields: Draft['fields'], photo: string) =>
  `${itemId} "${fields.title} | ${fields.text}" photo: ${photo}`;
