import type { Office } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { apiPage } from './api-page.ts'
import { openApi } from './openapi.ts'

/** The API describes itself: OpenAPI 3.1 and a page beside it. */
export function serveApiDocs(app: FastifyInstance, office: Office, version: string) {
  const document = openApi(office, version)
  const page = apiPage(office, document)
  app.get('/openapi.json', async () => document)
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
