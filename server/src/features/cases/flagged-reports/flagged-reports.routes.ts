import { clearSuspect, listSuspects } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Suspects } from './flagged-reports.service.ts'

export function serveSuspects(serve: Serve, suspects: Suspects) {
  serve(listSuspects, ({ query }, { user }) => suspects.list(query, user))
  serve(clearSuspect, ({ params }, { user }) => suspects.clear(params.id, user))
}
