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
import type { Rights } from './rights.service.ts'

export function serveRights(serve: Serve, rights: Rights) {
  serve(requestRights, ({ body }, { user }) => rights.request(body, user))
  serve(listRights, ({ query }, { user }) => rights.list(query, user))
  serve(getRights, ({ params }, { user }) => rights.get(params.id, user))
  serve(getRightsStatus, ({ params }, { user }) => rights.status(params.id, user))
  serve(approveRights, ({ params, body }, { user }) => rights.approve(params.id, body, user))
  serve(refuseRights, ({ params, body }, { user }) => rights.refuse(params.id, body, user))
  serve(getRightsArchive, ({ params }, { user }) => rights.openArchive(params.id, user))
}
