import type { FieldValues, Item } from '#client/sync/item.ts';
import type { Edit } from '#client/sync/outbox-entry.ts';
import { referencesIn } from '#shared/described-fields.ts';
import { Violation } from './ledger.ts';
import { steps } from './linked-kind.ts';

export type LinkLedger = ReturnType<typeof createLinkLedger>;

type Link = { step: string; name: string; target: string };
type Row = FieldValues & { id: string };

/** Records which references were saved. */
export function createLinkLedger() {
  const saved = new Map<string, Link>();
  /** Items that a user wanted to delete or decided about: links from and to them may be missing. */
  const unsure = new Set<string>();

  return {
    touch: (id: string) => void unsure.add(id),

    /**
     * Records that a user saves a step. Call the returned function when the device has confirmed it. A reference that is
     * the same as in `base` again is no change: that of another device wins.
     */
    save({ id: step, original, fields }: Edit, base: Item | undefined) {
      const changed = referencesIn(steps).filter(
        ({ name }) => (original?.[name] ?? null) !== fields[name],
      );
      for (const { name } of changed) {
        const other = saved.get(`${step} ${name}`);
        // Another device has chosen as well, which this one does not know: either choice is right.
        if (other && other.target !== original?.[name]) unsure.add(step);
        saved.delete(`${step} ${name}`);
      }
      return () => {
        for (const { name } of changed) {
          const target = fields[name];
          if (typeof target === 'string' && target !== base?.[name])
            saved.set(`${step} ${name}`, { step, name, target });
        }
      };
    },

    /** Checks that no reference is broken and that none is lost. */
    check(rows: Record<string, Row[]>, isRestored: boolean) {
      const find = (many: string, id: unknown) => rows[many]?.find((row) => row.id === id);
      for (const step of rows.steps ?? [])
        for (const { name, to, whenDeleted } of referencesIn(steps))
          if (step[name] && !find(to, step[name]))
            throw new Violation(`${name} of ${step.id} (${whenDeleted}) refers to ${step[name]}`);
      if (isRestored) return;
      for (const { step, name, target } of saved.values())
        if (!unsure.has(step) && !unsure.has(target) && find('steps', step)?.[name] !== target)
          throw new Violation(`${name} of ${step} was saved as ${target} and is lost`);
    },
  };
}
