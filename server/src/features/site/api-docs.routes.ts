import { api, type Endpoint, type Office } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { createFixedReplies, sendFixed } from '#platform/http/fixed-replies.ts'
import { escapeHtml } from '#platform/http/html-page.ts'
import { allowedTo, openApi } from './openapi.ts'

/** Serves the OpenAPI 3.1 document and its HTML page, both built on the first request. */
export function serveApiDocs(app: FastifyInstance, office: Office, version: string) {
  let document: ReturnType<typeof openApi> | undefined
  let page: string | undefined
  const readDocument = () => {
    document ??= openApi(office, version)
    return document
  }
  const keptReply = createFixedReplies()
  app.get('/openapi.json', async (request, reply) =>
    sendFixed(request, reply, await keptReply('document', async () => JSON.stringify(readDocument()))),
  )
  app.get('/', async (_request, reply) => {
    page ??= apiPage(office, readDocument())
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

type Document = ReturnType<typeof openApi>

function section(tag: string, endpoints: readonly Endpoint[], document: Document): string {
  return `<h2>${escapeHtml(tag)}</h2>${endpoints.map((endpoint) => call(endpoint, document)).join('')}`
}

function call({ method, path, summary, allow }: Endpoint, document: Document): string {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return `<details><summary><code>${method} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>
<p>Aperta a: ${escapeHtml(allowedTo(allow))}</p>${printed(operation)}</details>`
}

const printed = (json: unknown) => `<pre tabindex="0">${escapeHtml(JSON.stringify(json, null, 2))}</pre>`

const schema = ([name, json]: readonly [string, unknown]) =>
  `<details><summary><code>${escapeHtml(name)}</code></summary>${printed(json)}</details>`

/** The API as an HTML page: every endpoint in a `details` element, without script or style. */
const apiPage = (office: Office, document: Document) => `<!doctype html>
<html lang="it" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API – ${escapeHtml(office.name)}</title></head>
<body><main><h1>API – ${escapeHtml(office.name)}</h1>
<p>Descrizione leggibile dalle macchine: <a href="/${office.slug}/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${Object.entries(api)
  .map(([tag, endpoints]) => section(tag, endpoints, document))
  .join('\n')}
<h2>Schemi</h2>${Object.entries(document.components.schemas).map(schema).join('\n')}
</main></body></html>`
