import type { Registration } from '#tooling/feature-registration.ts';
import { apiTestFile } from './api-test-file.ts';
import { browserTestFile } from './browser-test-file.ts';
import { clientFile, entityFile, screenFile } from './client-files.ts';
import { contractFile } from './contract-file.ts';
import type { NewFeature } from './feature.ts';
import { serverFile } from './server-file.ts';

/** Returns the files of a new feature. Their lines are not yet broken as the formatter does it. */
export function filesOf(feature: NewFeature) {
  const { path, onePath } = feature.names;
  const files = {
    'contract.ts': contractFile,
    'server/feature.ts': serverFile,
    [`server/${path}.test.ts`]: apiTestFile,
    'client/feature.ts': clientFile,
    [`client/${onePath}-entity.ts`]: entityFile,
    [`client/${path}.tsx`]: screenFile,
    [`e2e/${path}.spec.ts`]: browserTestFile,
  };
  return Object.entries(files).map(([file, write]) => ({
    path: `features/${path}/${file}`,
    text: write(feature),
  }));
}

/** Returns the lines that register a new feature. */
export function registrationsOf({ names }: NewFeature): Registration[] {
  const { path, onePath, many, camelOne, camelMany } = names;
  const contract = { file: 'features/contract.ts', from: `./${path}/contract.ts` };
  const endpoints = `${camelOne}Endpoints`;
  const fields = `${camelOne}Fields`;
  const paths = `${camelOne}Paths`;
  const manifest = `${camelOne}Manifest`;
  const entity = `${camelOne}Entity`;
  return [
    { ...contract, constant: 'featureEndpoints', imported: endpoints, line: `...${endpoints}` },
    { ...contract, constant: 'featurePaths', imported: paths, line: `...${paths}` },
    { ...contract, constant: 'featureManifests', imported: manifest, line: manifest },
    { ...contract, constant: 'portableFields', imported: fields, line: `${many}: ${fields}` },
    ...(['server', 'client'] as const).map((side) => ({
      file: `features/${side}.ts`,
      from: `./${path}/${side}/feature.ts`,
      constant: 'features',
      imported: camelMany,
      line: camelMany,
    })),
    {
      file: 'features/synced.ts',
      from: `./${path}/client/${onePath}-entity.ts`,
      constant: 'syncedEntities',
      imported: entity,
      line: entity,
    },
  ];
}
