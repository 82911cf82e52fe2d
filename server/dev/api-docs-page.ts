import { html } from 'hono/html';
import type { openApiDocument } from '#server/http/openapi.ts';
import type { Router } from '#server/http/router.ts';
import { devPage } from './page.ts';

type Operation = {
  summary: string;
  tags: string[];
  'x-access': string;
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};

/** Serves the OpenAPI document as a page. Only in the demo. */
export function apiDocsPage(
  router: Router,
  document: () => Promise<ReturnType<typeof openApiDocument>>,
) {
  router.add('GET', '/api/docs', async () => {
    const { info, paths } = await document();
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        ...(operation as Operation),
      })),
    );
    const groups = Object.entries(Object.groupBy(calls, ({ tags }) => tags[0] ?? ''));
    return devPage(
      info.title,
      html`
      <h1>${info.title}</h1>
      <p class="soft">Version ${info.version}. The same as data: <a href="/api/openapi.json">openapi.json</a></p>
      ${groups.map(([group, calls]) => html`<h2>${group}</h2><ul>${calls?.map(call)}</ul>`)}`,
    );
  });
}

function call({
  path,
  method,
  summary,
  requestBody,
  responses,
  ...rest
}: Operation & { path: string; method: string }) {
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
