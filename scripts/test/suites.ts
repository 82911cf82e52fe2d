import { globSync } from 'node:fs';
import { basename } from 'node:path';

/** The tests of each suite, as file patterns. `*.slow.test.ts` files are too slow for every change. */
export const SUITES = {
  unit: ['{shared,client}/**/*.test.ts', 'features/*/{contract,client,client/**/*}.test.ts'],
  scripts: ['{scripts,tests/support}/**/*.test.ts'],
  sqlite: ['{server,tests/simulator}/**/*.test.ts', 'features/*/{server,server/**/*}.test.ts'],
  // Tests with their own queries. Everything else is the same on every database.
  postgres: [
    'server/{admin,auth,backup,database,demo,export,files,health,items,mail,sync}/**/*.test.ts',
    'scripts/release/*.test.ts',
    'features/*/{server,server/**/*}.test.ts',
    'server/{feature,http/fuzz.slow,http/permissions,process/processes,process/server}.test.ts',
    'server/metrics/deploy-files.test.ts',
  ],
  browser: ['tests/e2e/**/*.spec.ts', 'features/*/{*,e2e/**/*}.spec.ts'],
  // Tests that change copies of the kit with its commands, and check, build and start them.
  kit: ['{tests,features/*}/copies/*.test.ts'],
};
export type Suite = keyof typeof SUITES;

/** Tests with a separate command, such as `npm run test:faults`. */
export const OTHER_TESTS = [
  '{tests,features/*}/faults/*.test.ts',
  'tests/deploy/*.test.ts',
  'tests/e2e/webkit/*.test.ts',
];

/** What `npm test` runs on PostgreSQL after any change: the code in which the engines differ. */
export const POSTGRES_ALWAYS = [
  'server/database/{postgres,migrate,compatibility}.test.ts',
  'server/sync/{changes,postgres-notifications,restore}.test.ts',
  'server/{admin/people,backup/backup,export/import,files/lifetime,mail/outbox,items/items}.test.ts',
  'server/process/processes.test.ts',
];

/** The tag of the browser tests that `npm test` runs after any change: one for each screen and each main journey. */
export const SMOKE = '@smoke';

/** Tests that `npm test` runs only if a file that they cover was changed. */
export type Extra = {
  name: string;
  suite: Suite;
  tests: string[];
  about: string[];
};

const ACCOUNTS_AND_MORE = '{admin,auth,demo,files,health,mail}';

export const EXTRAS: Extra[] = [
  {
    name: 'installation, image, watch mode and doctor',
    suite: 'scripts',
    tests: ['scripts/**/*.slow.test.ts'],
    about: ['{scripts,tests/support,deploy}/**', 'Dockerfile', 'package*.json', '.env.example'],
  },
  {
    name: 'start, stop and logs of the server',
    suite: 'sqlite',
    tests: ['server/{*,errors/*,log/*,process/*}.slow.test.ts'],
    about: ['server/{*,clock/*,errors/*,log/*,process/*,settings/*}.ts'],
  },
  {
    name: 'random requests',
    suite: 'sqlite',
    tests: ['server/http/fuzz.slow.test.ts'],
    about: ['server/*/routes.ts', 'shared/*.ts'],
  },
  ...['auth', 'backup', 'database', 'demo', 'files', 'http', 'mail'].map((folder) => ({
    name: `slow tests of server/${folder}`,
    suite: 'sqlite' as const,
    tests: [`server/${folder}/*.slow.test.ts`],
    about: [`server/${folder}/**`],
  })),
  {
    name: 'slow tests of server/export',
    suite: 'sqlite',
    tests: ['server/export/*.slow.test.ts'],
    about: ['server/{export,files,items}/**'],
  },
  {
    name: 'simulator with more seeds',
    suite: 'sqlite',
    tests: ['tests/simulator/*.slow.test.ts'],
    about: ['tests/simulator/**', '*/sync/**', '{client,server}/items/**'],
  },
  {
    name: 'the other tests with queries',
    suite: 'postgres',
    tests: SUITES.postgres,
    about: [
      'server/{database,items,sync,export,backup,testing}/**',
      'features/*/{server.ts,server/**}',
      'tests/support/{postgres-cluster,test-postgres}.ts',
    ],
  },
  {
    name: 'metrics of several processes',
    suite: 'postgres',
    tests: ['server/metrics/deploy-files.test.ts'],
    about: ['deploy/{grafana,prometheus}/**', 'server/metrics/**'],
  },
  {
    name: 'the other tests of accounts, admins, demo, photos, health and mail',
    suite: 'postgres',
    tests: [`server/${ACCOUNTS_AND_MORE}/**/*.test.ts`],
    about: [`server/${ACCOUNTS_AND_MORE}/**`],
  },
  {
    name: 'every other test',
    suite: 'browser',
    tests: SUITES.browser,
    about: ['tests/e2e/support/**', 'playwright.config.ts', 'package-lock.json'],
  },
  {
    name: 'the other tests of accounts',
    suite: 'browser',
    tests: ['tests/e2e/account/*.spec.ts'],
    about: ['{client,tests/e2e}/account/**', 'client/{session,storage}/**', 'server/auth/**'],
  },
  {
    name: 'the other tests of the pages for admins',
    suite: 'browser',
    tests: ['tests/e2e/admin/*.spec.ts'],
    about: ['{client,tests/e2e,server}/admin/**'],
  },
  {
    name: 'the other tests of the shell, the public pages and the build',
    suite: 'browser',
    tests: ['tests/e2e/{build,marketing,pwa,shell}/*.spec.ts'],
    about: [
      '{client,tests/e2e}/{marketing,pwa,shell}/**',
      'client/{components,error-reports,grid,hooks,page,pull-to-refresh,shortcuts,state,text,toasts}/**',
      'client/*.{ts,tsx,css,html}',
      'tests/e2e/build/**',
      'scripts/{build,dev}/**',
      'vite.config.ts',
    ],
  },
  {
    name: 'the other tests of the native apps',
    suite: 'browser',
    tests: ['tests/e2e/native/*.spec.ts'],
    about: ['{client/native,tests/e2e/native,android,ios}/**', 'capacitor.config.ts'],
  },
  {
    name: 'the other tests of what all items have in common',
    suite: 'browser',
    tests: [
      'tests/e2e/{export,items,photos,sync}/*.spec.ts',
      'tests/e2e/native/{item-*,pull,sharing}.spec.ts',
    ],
    about: [
      'client/{export,items,photos,search,sync}/**',
      'tests/e2e/{export,items,photos,sync}/**',
      'server/{export,items,sync}/**',
      'shared/{field,item}*.ts',
    ],
  },
  {
    name: 'the other tests of features',
    suite: 'browser',
    tests: ['features/*/{*,e2e/**/*}.spec.ts'],
    about: ['client/{export,items,photos,search,sync}/**', 'server/{items,sync}/**'],
  },
  ...globSync('features/*/').flatMap((folder) => testsOfFeature(basename(folder))),
  {
    name: 'copies of the kit',
    suite: 'kit',
    tests: SUITES.kit,
    about: [
      '{tests,features/*}/copies/**',
      'scripts/{add,product,rename}/**',
      'scripts/native/native-identity.ts',
      'tests/support/{kit-copy,make-product,markdown-code}.ts',
      'features/*.ts',
      'docs/{first-feature,upgrading}.md',
      'docs/recipes/**',
    ],
  },
];

/** Returns the tests that a change of a feature needs, if it has such tests. */
function testsOfFeature(feature: string): Extra[] {
  const folder = `features/${feature}`;
  const extras: Extra[] = [
    {
      name: `slow tests of ${folder}`,
      suite: 'sqlite',
      tests: [`${folder}/server/**/*.slow.test.ts`],
      about: [
        `${folder}/{contract,server}.ts`,
        `${folder}/server/**`,
        'server/{items,export,files}/**',
      ],
    },
    {
      name: `the other tests of ${folder}`,
      suite: 'browser',
      tests: [`${folder}/{*,e2e/**/*}.spec.ts`],
      about: [`${folder}/{contract,client}.ts`, `${folder}/{client,e2e}/**`],
    },
  ];
  return extras.filter(({ tests }) => globSync(tests).length > 0);
}
