/** Explains in one line why a server cannot listen. Returns undefined for other errors. */
export function explainListenError(error: unknown, setting = 'PORT') {
  const { code, port, address, hostname } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    hostname?: string;
  };
  if (code === 'EADDRINUSE')
    return `${setting}: ${address}:${port} is already in use. Stop what runs there or set another ${setting}.`;
  if (code === 'EINVAL' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST: this machine has no address ${address ?? hostname} to listen on.`;
  if (code === 'EACCES' && port)
    return `${setting}: this user may not listen on ${port}. Set another ${setting}.`;
  return undefined;
}
