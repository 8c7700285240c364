import { getBadges, getCase, listCases, searchCases } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { Cases } from './cases.service.ts'

export function serveCases(serve: Serve, cases: Cases) {
  serve(listCases, ({ query }, { user }) => cases.list(query, user))
  serve(searchCases, ({ body }, { user }) => cases.list(body, user))
  serve(getCase, ({ params }, { user }) => cases.get(params.id, user))
  serve(getBadges, (_input, { user }) => cases.badges(user))
}
