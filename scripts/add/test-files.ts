import type { NewFeature } from './feature.ts';

/** Writes the server test: what is stored, and who may read and change it. */
export const serverTestFile = ({ names: { camelMany } }: NewFeature) =>
  `import { testItemStore } from '#server/testing/test-item-store.ts';
import { ${camelMany} } from './contract.ts';
import { ${camelMany}Server } from './server.ts';

await testItemStore(${camelMany}Server, ${camelMany});
`;

// Apart from the text, which would look like an import of this file.
const TESTS = '#tests';

/** Writes the browser test: a user adds an item, finds it again, changes it and deletes it. */
export const browserTestFile = ({ names: { camelMany } }: NewFeature) =>
  `import { testItemScreen } from '${TESTS}/e2e/items/test-item-screen.ts';
import { ${camelMany} } from './contract.ts';

testItemScreen(${camelMany});
`;
