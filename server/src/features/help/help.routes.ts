import { listSeenHelp, markHelpSeen } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { type HelpNeeds, listSeenHelpOf, markSeenHelpOf } from './help.service.ts'

export function serveHelp(serve: Serve, needs: HelpNeeds) {
  serve(listSeenHelp, async (_input, { user }) => ({ items: await listSeenHelpOf(needs.db, user.id) }))
  serve(markHelpSeen, async ({ body }, { user }) => ({ items: await markSeenHelpOf(needs, body.item, user.id) }))
}
