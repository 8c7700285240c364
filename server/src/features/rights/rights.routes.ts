import {
  approveRights,
  getRights,
  getRightsArchive,
  getRightsStatus,
  listRights,
  refuseRights,
  requestRights,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { serveList } from '#platform/http/serve-list.ts'
import type { Rights } from './rights.service.ts'

export function serveRights(serve: Serve, { rights }: { readonly rights: Rights }) {
  serve(requestRights, ({ body }, caller) => rights.request(body, caller))
  serveList(serve, listRights, (query, { user }) => rights.list(query, user))
  serve(getRights, ({ params }, caller) => rights.get(params.id, caller))
  serve(getRightsStatus, ({ params }, { user }) => rights.status(params.id, user))
  serve(approveRights, ({ params, body }, caller) => rights.approve(params.id, body, caller))
  serve(refuseRights, ({ params, body }, caller) => rights.refuse(params.id, body, caller))
  serve(getRightsArchive, ({ params }, caller) => rights.openArchive(params.id, caller))
}
