import { listNotices, readNotices } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Notices } from './notices.service.ts'

export function serveNotices(serve: Serve, { notices }: { readonly notices: Notices }) {
  serve(listNotices, ({ query }, caller) => notices.list(query, caller))
  serve(readNotices, ({ body }, { user }) => notices.read(body, user))
}
