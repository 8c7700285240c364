import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { filtersOnWire } from '../kit/filter-schemas.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { flag, onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import {
  newRightsRequest,
  rightsApproval,
  rightsDenial,
  rightsDetail,
  rightsKind,
  rightsRow,
  rightsStatus,
} from './rights.ts'

const params = onWire('parametri_richiesta_diritti', { id: [recordIdText, 'id'] })

const rightsFilters = filtersOnWire('filtri_diritti', {
  statuses: [z.optional(z.array(rightsStatus).check(z.maxLength(5))), 'stato'],
  kinds: [z.optional(z.array(rightsKind).check(z.maxLength(2))), 'tipo'],
  /** Requests that the caller may decide now. */
  isDecidable: [z.optional(flag), 'da_decidere'],
})
export type RightsFilters = z.output<typeof rightsFilters>

export const requestRights = defineEndpoint({
  method: 'POST',
  path: '/v1/diritti',
  summary:
    'Enters a person’s request for export or erasure, by tax code or VAT number, or by the code and pin of a report (within 10 minutes 5 tries for each code, 20 for each caller).',
  allow: rolesOf('cases'),
  audit: 'rights_requested',
  body: newRightsRequest,
  reply: rightsDetail,
})

export const listRights = defineEndpoint({
  method: 'GET',
  path: '/v1/diritti',
  summary: 'Requests for export and erasure, newest first: RUP sees all of them, others their own.',
  allow: rolesOf('cases'),
  audit: 'rights_list_read',
  silent: true,
  query: pageQuery(rightsFilters),
  reply: pageOf(rightsRow),
})

export const getRights = defineEndpoint({
  method: 'GET',
  path: '/v1/diritti/:id',
  summary:
    'A request. RUP also sees what the server found about the person: which reports and how many records, no content.',
  allow: rolesOf('cases'),
  audit: 'rights_read',
  silent: true,
  params,
  reply: rightsDetail,
})

export const getRightsStatus = defineEndpoint({
  ...backgroundRead,
  path: '/v1/diritti/:id/stato',
  summary: 'Status of a request, for the screen that waits for its end. The poll does not prolong the session.',
  allow: rolesOf('cases'),
  params,
  reply: onWire('stato_richiesta_diritti', { status: [rightsStatus, 'stato'] }),
})

export const approveRights = defineEndpoint({
  method: 'POST',
  path: '/v1/diritti/:id/approva',
  summary:
    'Approves a request of another operator and starts its execution. 409 where it would erase open cases without `anche_aperti`.',
  allow: rolesOf('administration'),
  audit: 'rights_approved',
  params,
  body: rightsApproval,
  reply: rightsDetail,
})

export const refuseRights = defineEndpoint({
  method: 'POST',
  path: '/v1/diritti/:id/rifiuta',
  summary: 'Refuses a request of another operator.',
  allow: rolesOf('administration'),
  audit: 'rights_refused',
  params,
  body: rightsDenial,
  reply: rightsDetail,
})

export const getRightsArchive = defineEndpoint({
  method: 'GET',
  path: '/v1/diritti/:id/archivio',
  summary: 'The archive of an export, for RUP and the operator who made the request; 404 once it has expired.',
  allow: rolesOf('cases'),
  audit: 'rights_archive_read',
  params,
  file: 'application/zip',
  reply: z.object({}),
})
