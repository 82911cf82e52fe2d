import type { copyKit } from '#tests/support/kit-copy.ts';

type Kit = ReturnType<typeof copyKit>;

const MIGRATIONS = 'export const migrations: Record<string, Migration> = {';
/** A rehearsal does not notice what happens only outside of it. */
const OUTSIDE_OF_REHEARSAL = "process.env.REHEARSAL !== 'true'";

/** Versions that do not work: how to make one, and what the deployment says. */
export const brokenVersions: [what: string, make: (kit: Kit) => void, message: RegExp][] = [
  [
    'ends at its start',
    (kit) => kit.replace('server/main.ts', /^/, "throw new Error('Out of colours');\n"),
    /the server ends at its start/,
  ],
  [
    'fails to migrate',
    (kit) => addMigration(kit, "compatible: true, async up() { throw new Error('no colours'); }"),
    /migrate\.js fails: Migration "kit\/9999-colours" failed: no colours/,
  ],
  ['never gets ready', (kit) => failHealth(kit, 'Date.now() > 1'), /is not ready after 60 s/],
  [
    'answers 500',
    (kit) =>
      kit.replace(
        'server/items/routes.ts',
        'listResponse(many, query,',
        "(() => { throw new Error('no list'); })() ?? listResponse(many, query,",
      ),
    /GET \/api\/notes answers 500/,
  ],
  [
    'ends at its start only outside of the rehearsal',
    (kit) =>
      kit.replace(
        'server/main.ts',
        /^/,
        `if (${OUTSIDE_OF_REHEARSAL} && !process.argv[1]?.endsWith('.ts')) throw new Error('Out of colours');\n`,
      ),
    /The new version does not get ready\. The version before runs again\./,
  ],
  [
    'never gets ready outside of the rehearsal',
    (kit) => failHealth(kit, OUTSIDE_OF_REHEARSAL),
    /The new version does not get ready\. The version before runs again\./,
  ],
];

/** Adds a migration with which the version before cannot work. */
export function addBreakingMigration(kit: Kit) {
  addMigration(
    kit,
    "async up(db) { await db.schema.alterTable('users').addColumn('colour', 'text').execute(); }",
  );
}

/** Makes the server never ready after such a migration, which only the real start notices. */
export function addBreakingMigrationThatFails(kit: Kit) {
  addBreakingMigration(kit);
  failHealth(kit, OUTSIDE_OF_REHEARSAL);
}

/** Adds two such migrations, of which the real one of the second never ends. */
export function addBreakingMigrationsThatHang(kit: Kit) {
  const hang = `if (${OUTSIDE_OF_REHEARSAL}) await new Promise((resolve) => setTimeout(resolve, 1e9));`;
  addMigration(kit, `async up() { ${hang} }`, '9999-shapes-2');
  addMigration(
    kit,
    "async up(db) { await db.schema.alterTable('users').addColumn('shape', 'text').execute(); }",
    '9999-shapes-1',
  );
}

function addMigration(kit: Kit, body: string, name = '9999-colours') {
  kit.replace(
    'server/database/migrations.ts',
    MIGRATIONS,
    `${MIGRATIONS}\n  '${name}': { ${body} },`,
  );
}

function failHealth(kit: Kit, condition: string) {
  kit.replace(
    'server/health/health.ts',
    'async checkAll() {',
    `async checkAll() {\n      if (${condition}) throw new Error('never');`,
  );
}
