import type { Person } from './harness.ts';
import { rooms, tasks } from './linked-items.ts';

type Links = Partial<Record<'store' | 'shelf' | 'previous', string | null>> & { room: string };

/** Creates a room. Returns its id. */
export async function createRoom(person: Person) {
  return (await person.call(rooms.create, { body: { name: 'Hall' } })).test_room.id;
}

export async function createTask(person: Person, links: Links & { id?: string }) {
  const body = { title: 'Paint', ...links };
  return (await person.call(tasks.create, { body })).test_task;
}

export async function changeTask(person: Person, id: string, links: Links) {
  const body = { title: 'Paint', ...links };
  return (await person.call(tasks.update, { params: { id }, body })).test_task;
}

export async function findTask(person: Person, id: string) {
  return (await person.call(tasks.list)).test_tasks.find((task) => task.id === id);
}

/** Returns the references of a task: room, store, shelf and previous task. */
export const linksOf = (task: Awaited<ReturnType<typeof findTask>>) =>
  task && [task.room, task.store, task.shelf, task.previous];

export const removeRoom = (person: Person, id: string) =>
  person.call(rooms.remove, { params: { id } });

export const restoreRoom = (person: Person, id: string) =>
  person.call(rooms.restore, { params: { id } });

export const removeTask = (person: Person, id: string) =>
  person.call(tasks.remove, { params: { id } });

export async function restoreTask(person: Person, id: string) {
  return (await person.call(tasks.restore, { params: { id } })).test_task;
}
