/** A column that holds the path of a photo. While a row names a photo there, the photo is in use. */
export type PhotoColumn = {
  table: string;
  column: string;
  /** What else a row must show when it loses its photo, so that clients notice the change. */
  versionColumn?: string;
  updatedAtColumn?: string;
};

/**
 * Every column that holds photos. A photo that none of them names is deleted after a day, so an entity that shows
 * photos must be listed here; a test compares this list with the database.
 */
export const photoColumns: PhotoColumn[] = [
  {
    table: 'notes',
    column: 'photo_path',
    versionColumn: 'version',
    updatedAtColumn: 'updated_at',
  },
];
