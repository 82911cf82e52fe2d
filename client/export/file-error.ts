/** Says that a file cannot be imported. The message tells the user why. */
export class FileError extends Error {}
