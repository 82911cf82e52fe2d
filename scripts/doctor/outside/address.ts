/** Returns the address of a server, or undefined if the text is not the https address of a host alone. */
export function parseAddress(text: string): URL | undefined {
  const address = URL.parse(text);
  if (address?.protocol !== 'https:') return undefined;
  return address.href === `${address.origin}/` ? address : undefined;
}
