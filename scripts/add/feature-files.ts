import { clientFile } from './client-file.ts';
import { contractFile } from './contract-file.ts';
import type { NewFeature } from './feature.ts';
import type { Registration } from './feature-registration.ts';
import { serverFile } from './server-file.ts';
import { browserTestFile, serverTestFile } from './test-files.ts';

/** Returns the unformatted files of a new feature. */
export function filesOf(feature: NewFeature) {
  const { path } = feature.names;
  const files = {
    'contract.ts': contractFile,
    'server.ts': serverFile,
    'server.test.ts': serverTestFile,
    'client.ts': clientFile,
    [`${path}.spec.ts`]: browserTestFile,
  };
  return Object.entries(files).map(([file, write]) => ({
    path: `features/${path}/${file}`,
    text: write(feature),
  }));
}

/** Returns the lines that register a new feature. */
export const registrationsOf = ({ names: { path, camelMany } }: NewFeature): Registration[] =>
  [
    { side: 'contract', constant: 'itemKinds', imported: camelMany },
    { side: 'server', constant: 'features', imported: `${camelMany}Server` },
    { side: 'client', constant: 'features', imported: `${camelMany}Client` },
  ].map(({ side, constant, imported }) => ({
    file: `features/${side}.ts`,
    from: `./${path}/${side}.ts`,
    constant,
    imported,
    line: imported,
  }));
