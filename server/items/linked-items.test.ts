import { rooms, roomsServer, tasks, tasksServer } from '#server/testing/linked-items.ts';
import { testItemStore } from '#server/testing/test-item-store.ts';

// The tests of a feature with references create the items that it refers to.
await testItemStore(tasksServer, tasks, undefined, {
  among: [tasksServer, roomsServer],
  kinds: [tasks, rooms],
});
