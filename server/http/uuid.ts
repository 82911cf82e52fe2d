const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a text is a UUID. Check an id from a URL with it before a query. */
export const isUuid = (text: string) => UUID.test(text);
