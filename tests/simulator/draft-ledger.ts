import type { Draft, DraftContent } from '#client/sync/draft.ts';
import type { OpenDraft } from '#client/sync/open-draft.ts';
import { photoName, Violation } from './ledger.ts';

/**
 * What a form and the forms that continued its draft wrote. `possible` lists what may be stored: the content that the
 * form last reported as kept, and content written since. NOTHING stands for no draft.
 */
export type Line = {
  /** The id of the form. */
  form: string;
  possible: string[];
  /** An open form has the draft. */
  isOpen: boolean;
  /** Another form has the same content, because the browser has no locks. */
  isCopy: boolean;
  /**
   * Records that the content was saved. Set while a form saves, because its draft may be gone before the form learns of
   * that.
   */
  acknowledgeSaved?: () => void;
};

/** A form that is open in a tab. */
export type Form = { draft: OpenDraft; content: DraftContent; line: Line; isSaving: boolean };

export const NOTHING = '';

/**
 * Records what the forms of one user on one device reported as kept. Without locks, no tab knows which forms are open
 * in another tab: it deletes their drafts together with an item, and may take over a draft and be killed before showing
 * it. Content that the form then saves is offered once more.
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
    /** Starts the record of a form. */
    begin,

    /**
     * Continues the record of the form that had the draft. Without locks that form may still be open: it continues with
     * the record that `onTaken` gets.
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

    /** Records that content is being stored. */
    store(line: Line, content: string) {
      line.possible = [...line.possible, content];
    },

    /** Records that the device has confirmed storing the content. */
    confirm(line: Line, content: string) {
      everKept.add(content);
      const index = line.possible.lastIndexOf(content);
      if (index >= 0) line.possible = line.possible.slice(index);
    },

    close(line: Line) {
      line.isOpen = false;
      for (const item of deleting) if (isOf(line, item)) line.possible.push(NOTHING);
    },

    /** Records that a user deletes an item together with the drafts that no form has open. */
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
        /** Records that the device has confirmed the deletion. */
        confirm: () => void deleting.delete(item),
        /** Records that the deletion was undone. */
        undo() {
          for (const { line, before, after } of deleted)
            if (line.possible === after) line.possible = before;
        },
      };
    },

    /** Checks that exactly the drafts exist that forms reported as kept. */
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

/** Describes a form's content as a text that is equal for equal contents. */
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
