const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Asked before an id from an address reaches a query: what is no id is not there either. */
export const isUuid = (text: string) => UUID.test(text);
