import { listSeenHelp, markHelpSeen } from '@portal/contract'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Serve } from '#platform/http/serve.ts'
import { insertSeen, listSeen } from './help.store.ts'

export function serveHelp(serve: Serve, { db, clock }: { readonly db: Db; readonly clock: Clock }) {
  serve(listSeenHelp, async (_input, { user }) => ({ items: await listSeen(db, user.id) }))
  serve(markHelpSeen, async ({ body }, { user }) => {
    await insertSeen(db, { userId: user.id, item: body.item, seenAt: clock.now() })
    return { items: await listSeen(db, user.id) }
  })
}
