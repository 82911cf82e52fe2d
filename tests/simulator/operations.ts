import type { World } from './world.ts';

type Operation =
  | 'create'
  | 'edit'
  | 'delete'
  | 'undo'
  | 'createStep'
  | 'editStep'
  | 'deleteStep'
  | 'openNew'
  | 'openItem'
  | 'type'
  | 'revert'
  | 'saveForm'
  | 'discardForm'
  | 'closeForm'
  | 'consider'
  | 'decide'
  | 'refresh'
  | 'sendNow';

const OPERATIONS: Record<Operation, number> = {
  create: 5,
  edit: 10,
  delete: 3,
  undo: 3,
  createStep: 0,
  editStep: 0,
  deleteStep: 0,
  openNew: 3,
  openItem: 4,
  type: 10,
  revert: 1,
  saveForm: 5,
  discardForm: 0.5,
  closeForm: 2,
  consider: 3,
  decide: 5,
  refresh: 1,
  sendNow: 1,
};
/** The operations of users who change the same items on several devices and postpone decisions. */
const OVERLAPPING: typeof OPERATIONS = {
  ...OPERATIONS,
  edit: 20,
  delete: 1,
  undo: 1,
  openItem: 10,
  type: 15,
  saveForm: 10,
  consider: 12,
};
/** The operations of users who mostly write, with forms open in several tabs. */
const WRITING: typeof OPERATIONS = {
  ...OPERATIONS,
  edit: 3,
  openNew: 6,
  openItem: 12,
  type: 30,
  revert: 3,
  saveForm: 8,
  closeForm: 5,
};
/** The operations of users who link items, delete linked ones and undo that. */
const LINKING: typeof OPERATIONS = {
  ...OPERATIONS,
  edit: 4,
  delete: 8,
  undo: 10,
  createStep: 10,
  editStep: 20,
  deleteStep: 8,
  openItem: 1,
  type: 2,
};

/** Returns how often a user chooses each operation. */
export function operationsOf({ kinds, overlap }: World, isWriting: boolean): typeof OPERATIONS {
  if (kinds.length > 1) return LINKING;
  if (isWriting) return WRITING;
  return overlap > 0 ? OVERLAPPING : OPERATIONS;
}
