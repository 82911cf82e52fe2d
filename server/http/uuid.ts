const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Tells whether a text is a UUID. Check ids from URLs with it before queries. */
export const isUuid = (text: string) => UUID.test(text);
