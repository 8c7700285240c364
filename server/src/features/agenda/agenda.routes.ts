import { endFeed, getAgenda, readFeed, setDigest, startFeed } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { AgendaService } from './agenda.service.ts'

export function serveAgenda(serve: Serve, { agenda }: { readonly agenda: AgendaService }) {
  serve(getAgenda, (_input, { user }) => agenda.get(user))
  serve(setDigest, ({ body }, { user }) => agenda.setDigest(body.digest, user))
  serve(startFeed, (_input, caller) => agenda.startFeed(caller))
  serve(endFeed, (_input, caller) => agenda.endFeed(caller))
  serve(readFeed, ({ params }, { audit }) => agenda.feed(params.secret, audit))
}
