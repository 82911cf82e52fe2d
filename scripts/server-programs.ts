/** What runs on a server: first the server itself, then the commands of operators. */
export const SERVER_PROGRAMS = [
  'server/main.ts',
  'scripts/admin.ts',
  'scripts/backup.ts',
  'scripts/migrate.ts',
  'scripts/restore.ts',
];
