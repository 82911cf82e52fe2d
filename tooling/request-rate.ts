import autocannon from 'autocannon';

/** Sends requests to a URL for some seconds. Returns the requests per second. Throws if a request failed. */
export async function measureRequestRate(
  url: string,
  options: { headers: Record<string, string>; connections: number; duration: number },
) {
  const result = await autocannon({ url, ...options });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load.`);
  return result.requests.average;
}
