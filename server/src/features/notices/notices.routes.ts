import { listNotices, readNotices } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Notices } from './notices.service.ts'

export function serveNotices(serve: Serve, { notices }: { readonly notices: Notices }) {
  serve(listNotices, ({ query }, { user }) => notices.list(query, user))
  serve(readNotices, ({ body }, { user }) => notices.read(body, user))
}
