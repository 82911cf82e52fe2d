import type { IncomingMessage } from 'node:http';
import { html } from 'hono/html';
import type { openApiDocument } from '#server/http/openapi.ts';
import type { Router } from '#server/http/router.ts';
import { devPage } from './page.ts';

type Document = ReturnType<typeof openApiDocument>;
type Call = Document['paths'][string][string] & { path: string; method: string };

/** Serves the OpenAPI document as a page. Only in the demo. */
export function apiDocsPage(
  router: Router,
  document: () => Promise<Document>,
  canSeeDevPages: (request: IncomingMessage) => boolean,
) {
  router.add('GET', '/api/docs', async ({ request }) => {
    const { info, paths, tags } = await document();
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        ...operation,
      })),
    );
    const groups = tags.map((tag) => ({
      ...tag,
      calls: calls.filter((call) => call.tags.includes(tag.name)),
    }));
    return devPage(
      info.title,
      html`
      <h1>${info.title}</h1>
      <p class="soft">Version ${info.version}, also available as <a href="/api/openapi.json">openapi.json</a>.</p>
      <nav aria-label="Contents"><ul class="contents">${groups.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></nav>
      ${groups.map(
        ({ name, description, calls }) =>
          html`<h2 id="${name}">${name}</h2><p class="soft">${description}</p><ul>${calls.map(callItem)}</ul>`,
      )}`,
      { current: '/api/docs', hasMenu: canSeeDevPages(request) },
    );
  });
}

function callItem({ path, method, summary, requestBody, responses, ...rest }: Call) {
  return html`<li><details class="sheet">
    <summary><span class="method">${method}</span> <code>${path}</code><br><span class="soft">${summary} · access: ${rest['x-access']}</span></summary>
    ${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => html`<p>Takes <code>${type}</code></p>${block(schema)}`)}
    ${Object.entries(responses).map(
      ([status, { description, content }]) =>
        html`<p><strong>${status}</strong> ${description}</p>${Number(status) < 300 ? Object.values(content ?? {}).map(({ schema }) => block(schema)) : ''}`,
    )}
  </details></li>`;
}

const block = (schema: object) => html`<pre>${JSON.stringify(schema, null, 2)}</pre>`;
