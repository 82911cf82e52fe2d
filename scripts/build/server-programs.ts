/** What runs on a server: first the server itself, then the commands of operators. */
export const SERVER_PROGRAMS = [
  'server/main.ts',
  'scripts/operate/admin.ts',
  'scripts/operate/backup.ts',
  'scripts/operate/migrate.ts',
  'scripts/operate/release.ts',
  'scripts/operate/restore.ts',
];
