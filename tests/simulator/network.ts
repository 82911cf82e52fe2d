import { onSessionEnded } from '#client/api-client/api.ts';
import { describeLinks } from './edits.ts';
import { never } from './page.ts';
import { FakeResponse, type ServerAnswer, type ServerRequest } from './simulated-server.ts';
import { after, track } from './virtual-time.ts';
import type { Link, Network, World } from './world.ts';

/** A request or stream that a page waits for. */
type Pending = { link: Link; cut(): void };
type NetworkFault = 'request-lost' | 'response-lost' | 'cut' | 'twice';
type Fate = 'delivered' | NetworkFault | 'error-before' | 'error-after';

const STREAM = '/api/changes/stream';
const ERROR_STATUSES = [500, 502, 503, 429, 408];
const MINUTE = 60_000;
const NETWORK_FAULTS: Record<NetworkFault, number> = {
  'request-lost': 3,
  'response-lost': 4,
  cut: 3,
  twice: 3,
};

/** Creates a network that delays, reorders, repeats, loses and cuts off requests and responses. Replaces `fetch`. */
export function createNetwork(world: Omit<World, 'network'>): Network {
  const { random, server, log, counts, ledger } = world;
  const links = new Map<string, Link>();
  const pending = new Set<Pending>();
  /** Requests that have not reached the server yet and may arrive long after their page gave up. */
  const underWay = new Set<() => void>();

  function fetchFake(path: string, init: RequestInit): Promise<Response> {
    const headers = init.headers as Record<string, string>;
    const link = links.get(headers.Authorization?.slice('Bearer '.length) ?? '');
    if (!link) throw new Error(`A request without a known session: ${path}`);
    if (!link.page.step()) return never();
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const call: Pending = { link, cut: () => reject(new TypeError('Failed to fetch')) };
    pending.add(call);
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    if (init.signal?.aborted) reject(init.signal.reason);
    link.whenAwake(() => {
      if (!link.isOnline()) after(random.int(1, 100), call.cut);
      else if (path === STREAM) openStream(link, init, call, resolve);
      else send(link, path, init, call, resolve);
    });
    return link.page.wait(promise.finally(() => pending.delete(call)));
  }

  function send(
    link: Link,
    path: string,
    init: RequestInit,
    call: Pending,
    resolve: (response: Response) => void,
  ) {
    const method = init.method ?? 'GET';
    const name = `${link.page.name}: ${method} ${path.replace(/\?id=.*/, '')}`;
    const fate = chooseFate();
    if (fate !== 'delivered') counts.faults++;
    // Read now: the order of events must not depend on how long reading takes.
    const request = track(toServerRequest(link.session, method, path, init));
    request.catch(() => {});

    async function arrive(suffix: string): Promise<ServerAnswer> {
      const prepared = await request;
      if (fate === 'error-before') return failure();
      const answer = await server.handle(prepared);
      ledger.answered(prepared, answer);
      log(`${name} ${describe(prepared)} → ${answer.status}${suffix}`);
      return fate === 'error-after' ? failure() : answer;
    }
    const deliver = (answer: ServerAnswer) =>
      after(delay(), () => {
        link.whenAwake(() => resolve(new Response(answer.text, { status: answer.status })));
      });

    if (fate === 'request-lost') {
      log(`${name} is lost`);
      return void after(random.int(10, 2 * MINUTE), call.cut);
    }
    if (fate === 'cut') {
      log(`${name} is cut`);
      after(random.int(1, 5000), call.cut);
      return atServer(random.pick([random.int(1, 10_000), random.int(1, 600) * MINUTE]), () =>
        arrive(' (late)'),
      );
    }
    const delivered = fate === 'twice' ? random.pick([1, 2]) : fate === 'response-lost' ? 0 : 1;
    atServer(delay(), async () => {
      const answer = await arrive(fate === 'delivered' ? '' : ` (${fate})`);
      if (delivered === 1) deliver(answer);
      if (delivered === 0) after(random.int(10, 2 * MINUTE), call.cut);
    });
    if (fate === 'twice')
      atServer(delay(), async () => {
        const answer = await arrive(' (again)');
        if (delivered === 2) deliver(answer);
      });
  }

  function chooseFate(): Fate {
    const { network, server } = world.faults;
    if (random.chance(server)) return random.pick(['error-before', 'error-after']);
    return random.chance(network) ? random.weighted(NETWORK_FAULTS) : 'delivered';
  }

  /** Delivers a request to the server after a delay. */
  function atServer(ms: number, handle: () => Promise<unknown>) {
    const arrive = () => {
      if (!underWay.delete(arrive)) return;
      void track(handle());
    };
    underWay.add(arrive);
    after(ms, arrive);
  }

  const isRough = () => random.chance(world.faults.network);
  /** Returns the delay of a request or response. */
  const delay = () => (isRough() ? random.int(1, 40_000) : random.int(1, 200));
  const failure = (): ServerAnswer => {
    const status = random.pick(ERROR_STATUSES);
    return { status, text: JSON.stringify({ success: false, error: `Error ${status}` }) };
  };

  function openStream(
    link: Link,
    init: RequestInit,
    call: Pending,
    resolve: (response: Response) => void,
  ) {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    let lastAt = 0;
    const isSilent = isRough();
    const response = new FakeResponse((text) => {
      if (isSilent) return;
      // Delivered in order, whatever the delays.
      lastAt = Math.max(lastAt, Date.now() + delay());
      after(lastAt - Date.now(), () =>
        link.whenAwake(() => controller?.enqueue(new TextEncoder().encode(text))),
      );
    });
    const end = (report: (open: ReadableStreamDefaultController<Uint8Array>) => void) => {
      pending.delete(stream);
      const open = controller;
      controller = undefined;
      response.destroy();
      if (open) report(open);
    };
    const stream: Pending = {
      link,
      cut: () => end((open) => open.error(new TypeError('network error'))),
    };
    response.on('close', () => end((open) => open.close()));
    link.page.onClose(() => response.destroy());
    init.signal?.addEventListener('abort', () => end((open) => open.error(init.signal?.reason)));
    if (chooseFate() !== 'delivered') return void after(random.int(1, 2 * MINUTE), call.cut);
    atServer(delay(), async () => {
      const request = { method: 'GET', path: STREAM, token: link.session };
      const { status, text } = await server.handle(request, response);
      log(`${link.page.name}: stream → ${status}`);
      if (status !== 200) return link.whenAwake(() => resolve(new Response(text, { status })));
      if (init.signal?.aborted || !link.page.isAlive) return response.destroy();
      const body = new ReadableStream<Uint8Array>({
        start: (open) => {
          controller = open;
        },
        cancel: () => end(() => {}),
      });
      pending.add(stream);
      const headers = { 'Content-Type': 'text/event-stream' };
      link.whenAwake(() => resolve(new Response(body, { headers })));
      if (isSilent || isRough()) after(random.int(1000, 5 * MINUTE), stream.cut);
    });
  }

  globalThis.fetch = fetchFake as typeof fetch;
  onSessionEnded((bearer) => links.get(bearer ?? '')?.onSessionEnded());

  return {
    connect: (token, link) => void links.set(token, link),
    cut(page) {
      for (const one of [...pending]) if (one.link.page === page) one.cut();
    },
    deliverLate() {
      const all = [...underWay];
      while (all.length > 0)
        after(0, all.splice(random.int(0, all.length - 1), 1)[0] as () => void);
    },
    dropLate: () => underWay.clear(),
  };
}

async function toServerRequest(
  token: string,
  method: string,
  path: string,
  { headers, body }: RequestInit,
): Promise<ServerRequest> {
  if (!body) return { method, path, token };
  if (typeof body === 'string') {
    const contentType = (headers as Record<string, string>)['Content-Type'];
    return { method, path, token, contentType, body: Buffer.from(body) };
  }
  const form = new Request('http://kit.test', { method, body });
  return {
    method,
    path,
    token,
    contentType: form.headers.get('content-type') ?? '',
    body: Buffer.from(await form.arrayBuffer()),
  };
}

/** Describes a request for the log. */
function describe({ contentType, body }: ServerRequest) {
  if (contentType !== 'application/json') return '';
  const { id, title, text, version, photo_path, ...links } = JSON.parse(String(body));
  const photo = photo_path === undefined ? '' : ` photo=${photo_path ? 'yes' : 'no'}`;
  return `${id?.slice(0, 4) ?? ''} v${version ?? '-'} "${title} | ${text}"${photo}${describeLinks(links)}`;
}
