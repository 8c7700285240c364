import { getRetention } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Retention } from './retention.service.ts'

export function serveRetention(serve: Serve, { retention }: { readonly retention: Retention }) {
  serve(getRetention, async () => ({ rules: await retention.overview() }))
}
