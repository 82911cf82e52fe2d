/**
 * Sends a request as `fetch` does, and calls `onProgress` whenever part of the body has been handed to the network,
 * which `fetch` does not report. Service workers have no XMLHttpRequest: there `onProgress` is never called.
 */
export function fetchWithProgress(
  address: string,
  init: RequestInit & { headers: Record<string, string> },
  onProgress: () => void,
): Promise<Response> {
  if (typeof XMLHttpRequest === 'undefined') return fetch(address, init);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new TypeError('The request failed'));
    request.open(init.method ?? 'GET', address);
    request.withCredentials = init.credentials === 'include';
    for (const [name, value] of Object.entries(init.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', onProgress);
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText || null, { status: request.status })),
    );
    for (const type of ['error', 'abort', 'timeout']) request.addEventListener(type, fail);
    if (init.signal?.aborted) return fail();
    const abort = () => request.abort();
    init.signal?.addEventListener('abort', abort);
    // The signal may live longer than the request and would keep the body in memory.
    request.addEventListener('loadend', () => init.signal?.removeEventListener('abort', abort));
    onProgress();
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}
