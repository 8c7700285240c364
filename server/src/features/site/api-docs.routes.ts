import type { Office } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { apiPage } from './api-page.ts'
import { openApi } from './openapi.ts'

/** Serves the OpenAPI 3.1 document and its HTML page, both built on the first request. */
export function serveApiDocs(app: FastifyInstance, office: Office, version: string) {
  let document: ReturnType<typeof openApi> | undefined
  let page: string | undefined
  const readDocument = () => {
    document ??= openApi(office, version)
    return document
  }
  app.get('/openapi.json', async () => readDocument())
  app.get('/', async (_request, reply) => {
    page ??= apiPage(office, readDocument())
    return reply.type('text/html; charset=utf-8').send(page)
  })
}
