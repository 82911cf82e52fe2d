import { app } from '#app';

/** The name of the database that `client/sync/local-database.ts` opens. */
export const LOCAL_DATABASE = `${app.id}.local`;
