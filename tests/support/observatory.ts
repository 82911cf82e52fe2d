/**
 * Computes the score of MDN HTTP Observatory for a response, by its published rules (version 4 of its algorithm):
 * https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
 */

/** A response over HTTPS, and the headers of one to a request with an Origin of another site. */
type Scanned = { headers: Headers; html: string; origin: string; forOtherSite: Headers };

type Finding = { rule: string; points: number; because: string };

/** Bonus points count only from this score on without them. */
const MINIMUM_FOR_BONUS = 90;
const SIX_MONTHS_S = 15_768_000;
const BROAD_SOURCE = /^(\*|(ftp|https?):(\/\/\*(\.\*)?)?)$/;

/** Requests an address and grades the response. */
export async function gradeUrl(url: string) {
  const response = await fetch(url);
  const otherSite = await fetch(url, { headers: { Origin: 'https://other.example' } });
  await otherSite.body?.cancel();
  return gradeResponse({
    headers: response.headers,
    html: await response.text(),
    origin: new URL(url).origin,
    forOtherSite: otherSite.headers,
  });
}

/**
 * Returns score and grade with the findings of every rule but two: redirection from HTTP, which the proxy in front of
 * the server does, and the preload list of browsers. Both give no points to a site that does them right.
 */
function gradeResponse(scanned: Scanned) {
  const findings = RULES.map(([rule, evaluate]): Finding => {
    const [points, because] = evaluate(scanned);
    return { rule, points, because };
  });
  const sum = (points: Finding[]) => points.reduce((sum, finding) => sum + finding.points, 100);
  const withoutBonus = sum(findings.filter(({ points }) => points < 0));
  const score = Math.max(withoutBonus >= MINIMUM_FOR_BONUS ? sum(findings) : withoutBonus, 0);
  return { score, grade: gradeOf(score), findings };
}

type Rule = (scanned: Scanned) => [points: number, because: string];

const RULES: [string, Rule][] = [
  ['Content-Security-Policy', contentSecurityPolicy],
  ['Cookies', cookies],
  ['CORS', crossOriginResourceSharing],
  ['Referrer-Policy', referrerPolicy],
  ['Strict-Transport-Security', strictTransportSecurity],
  ['Subresource Integrity', subresourceIntegrity],
  ['X-Content-Type-Options', contentTypeOptions],
  ['X-Frame-Options', frameOptions],
  ['Cross-Origin-Resource-Policy', ({ headers }) => crossOrigin(headers, 'resource')],
  ['Cross-Origin-Embedder-Policy', ({ headers }) => crossOrigin(headers, 'embedder')],
  ['Cross-Origin-Opener-Policy', ({ headers }) => crossOrigin(headers, 'opener')],
];

function contentSecurityPolicy({ headers }: Scanned): ReturnType<Rule> {
  const policy = parsePolicy(headers);
  if (policy === 'missing') return [-25, 'missing'];
  if (policy === 'invalid') return [-25, 'invalid'];
  const sources = (directive: string) =>
    policy.get(directive) ?? policy.get('default-src') ?? ['*'];
  const [script, style, object] = ['script-src', 'style-src', 'object-src'].map((directive) =>
    withoutIgnoredInline(sources(directive)),
  ) as [string[], string[], string[]];
  if (script.some(isUnsafeOrBroad) || object.some((source) => BROAD_SOURCE.test(source)))
    return [-20, 'allows inline scripts, or scripts or objects from anywhere'];
  const passive = [...sources('img-src'), ...sources('media-src')];
  const active = [...policy].filter(([name]) => name !== 'img-src' && name !== 'media-src');
  if (active.some(([, list]) => list.some(isInsecure))) return [-20, 'allows content over HTTP'];
  if ([...script, ...style].includes("'unsafe-eval'")) return [-10, "allows 'unsafe-eval'"];
  if (passive.some(isInsecure)) return [-10, 'allows pictures over HTTP'];
  if (style.some(isUnsafeOrBroad)) return [0, 'allows inline styles'];
  return policy.get('default-src')?.join() === "'none'"
    ? [10, "default-src 'none' and nothing unsafe"]
    : [5, 'nothing unsafe'];
}

/** Expects every flag on every cookie: an app without cookies needs no finer distinction. */
function cookies({ headers }: Scanned): ReturnType<Rule> {
  const set = headers.getSetCookie();
  if (set.length === 0) return [0, 'none'];
  const isSafe = (cookie: string) =>
    [/; *secure\b/i, /; *httponly\b/i, /; *samesite=(strict|lax)\b/i].every((flag) =>
      flag.test(cookie),
    );
  return set.every(isSafe) ? [5, 'with every flag'] : [-40, 'a flag is missing'];
}

function crossOriginResourceSharing({ forOtherSite }: Scanned): ReturnType<Rule> {
  const allowed = forOtherSite.get('access-control-allow-origin');
  if (!allowed) return [0, 'not for other sites'];
  return allowed !== '*' && forOtherSite.get('access-control-allow-credentials') === 'true'
    ? [-50, 'other sites may read with credentials']
    : [0, 'public'];
}

function referrerPolicy({ headers }: Scanned): ReturnType<Rule> {
  const known = /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/;
  const unsafe = /^(origin|origin-when-cross-origin|unsafe-url|no-referrer-when-downgrade)$/;
  const policies = (headers.get('referrer-policy') ?? '').split(',').map(normal).filter(Boolean);
  if (policies.length === 0) return [0, 'missing'];
  const policy = policies.findLast((policy) => known.test(policy) || unsafe.test(policy));
  return policy && known.test(policy) ? [5, policy] : [-5, policy ?? 'invalid'];
}

function strictTransportSecurity({ headers }: Scanned): ReturnType<Rule> {
  const header = headers.get('strict-transport-security');
  if (!header) return [-20, 'missing'];
  const maxAge = header.includes(',') ? undefined : /(?:^|; *)max-age=(\d+)/i.exec(header)?.[1];
  if (!maxAge) return [-20, 'invalid'];
  return Number(maxAge) >= SIX_MONTHS_S ? [0, 'six months or more'] : [-10, 'too short'];
}

function subresourceIntegrity({ headers, html, origin }: Scanned): ReturnType<Rule> {
  if (!headers.get('content-type')?.startsWith('text/html')) return [0, 'no HTML'];
  const scripts = html.match(/<script\b[^>]*>/gi) ?? [];
  const foreign = scripts.filter((script) => {
    const src = /\bsrc=["']?([^"'\s>]+)/i.exec(script)?.[1];
    return src && (src.startsWith('//') || new URL(src, origin).origin !== origin);
  });
  if (foreign.length === 0) return [0, 'scripts of this site only'];
  const isPinned = (script: string) => /\bintegrity=/i.test(script) && /https:/i.test(script);
  return foreign.every(isPinned) ? [5, 'with integrity'] : [-50, 'foreign scripts'];
}

function contentTypeOptions({ headers }: Scanned): ReturnType<Rule> {
  const value = normal(headers.get('x-content-type-options') ?? '');
  return value === 'nosniff' ? [0, value] : [-5, value || 'missing'];
}

function frameOptions({ headers }: Scanned): ReturnType<Rule> {
  const policy = parsePolicy(headers);
  if (policy instanceof Map && policy.has('frame-ancestors')) return [5, 'by frame-ancestors'];
  const value = normal(headers.get('x-frame-options') ?? '');
  if (value.startsWith('allow-from')) return [0, value];
  return value === 'deny' || value === 'sameorigin' ? [5, value] : [-20, value || 'missing'];
}

const CROSS_ORIGIN_POINTS: Record<string, Record<string, number>> = {
  resource: { 'same-origin': 10, 'same-site': 10, 'cross-origin': 0 },
  embedder: { 'require-corp': 10, credentialless: 10, 'unsafe-none': 0 },
  opener: {
    'same-origin': 10,
    'same-origin-allow-popups': 10,
    'noopener-allow-popups': 10,
    'unsafe-none': 0,
  },
};

function crossOrigin(headers: Headers, kind: string): ReturnType<Rule> {
  const value = normal(headers.get(`cross-origin-${kind}-policy`) ?? '');
  return value ? [CROSS_ORIGIN_POINTS[kind]?.[value] ?? -5, value] : [0, 'missing'];
}

function parsePolicy(headers: Headers): Map<string, string[]> | 'missing' | 'invalid' {
  const header = headers.get('content-security-policy');
  if (!header) return 'missing';
  const policy = new Map<string, string[]>();
  for (const directive of header.split(';').map(normal).filter(Boolean)) {
    const [name = '', ...sources] = directive.split(/\s+/);
    // Several policies, separated by commas, would have to be combined: no page of this app has them.
    if (policy.has(name) || directive.includes(',')) return 'invalid';
    policy.set(name, sources.length === 0 && name.endsWith('-src') ? ["'none'"] : sources);
  }
  return policy;
}

/** Leaves out 'unsafe-inline' where a nonce or hash makes browsers ignore it. */
function withoutIgnoredInline(sources: string[]) {
  return sources.some((source) => /^'(nonce|sha\d+)-/.test(source))
    ? sources.filter((source) => source !== "'unsafe-inline'")
    : sources;
}

const isUnsafeOrBroad = (source: string) =>
  source === "'unsafe-inline'" || source === 'data:' || BROAD_SOURCE.test(source);

const isInsecure = (source: string) => source.startsWith('http:') || source.startsWith('ftp:');

const normal = (text: string) => text.trim().toLowerCase();

function gradeOf(score: number) {
  const grades = ['F', 'F', 'F', 'F', 'F', 'D-', 'D', 'D', 'D+', 'C-', 'C', 'C', 'C+'];
  grades.push('B-', 'B', 'B', 'B+', 'A-', 'A', 'A', 'A+');
  return grades[Math.min(Math.floor(score / 5), 20)] as string;
}
