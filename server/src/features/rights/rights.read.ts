import type { Readable } from 'node:stream'
import type { Page, RightsDetail, RightsFilters, RightsRow, RightsStatus } from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { presentDetail, presenter } from './present.ts'
import { countDecidable, findRequest, listCoveredCases, listRequests, type StoredRequest } from './requests.store.ts'
import type { RightsOptions } from './rights.options.ts'
import { maySee, seesAll } from './rights.rules.ts'
import type { RightsRuns } from './rights.runs.ts'

export type RightsReader = ReturnType<typeof createReader>

/** Reads requests: RUP reads all, other users only their own. */
export function createReader(options: RightsOptions, runs: RightsRuns) {
  const { db, vault } = options

  async function getRequest(id: number, asker: SessionUser): Promise<StoredRequest> {
    const request = await findRequest(db, vault, id)
    if (!request) throw new AppError('not_found')
    if (!maySee(asker, request)) throw new AppError('not_allowed')
    return request
  }

  async function detailOf(id: number, { user: asker, audit }: Caller): Promise<RightsDetail> {
    const request = await getRequest(id, asker)
    const archive = await runs.findArchive(id)
    const detail = await presentDetail(options, request, { asker, archiveUntil: archive?.file?.until })
    const caseIds = detail.reports?.map((report) => report.id)
    if (caseIds?.length) audit.record('case', caseIds)
    return detail
  }

  return {
    getRequest,
    /** A request after a change by the caller. */
    detailOf,

    async get(id: number, caller: Caller): Promise<RightsDetail> {
      const detail = await detailOf(id, caller)
      caller.audit.record('rights', [id])
      return detail
    },

    async status(id: number, asker: SessionUser): Promise<{ status: RightsStatus }> {
      const { status } = await getRequest(id, asker)
      return { status }
    },

    async list(request: PageQuery<RightsFilters>, asker: SessionUser): Promise<Page<RightsRow>> {
      const requestedBy = seesAll(asker) ? undefined : asker.id
      const page = await listRequests(db, request, { requestedBy, filters: request.filters, askerId: asker.id, vault })
      return { ...page, rows: page.rows.map(await presenter(options, page.rows)) }
    },

    /** Number of requests that this user may decide. */
    countToDecide: async (asker: SessionUser): Promise<number> => (seesAll(asker) ? countDecidable(db, asker.id) : 0),

    /** The archive of an export, while it can be fetched. */
    async openArchive(id: number, { user: asker, audit }: Caller): Promise<{ name: string; stream: Readable }> {
      await getRequest(id, asker)
      const run = await runs.findArchive(id)
      if (!run) throw new AppError('not_found')
      const archive = await runs.openArchive(run.id)
      audit.record('rights', [id])
      const caseIds = await listCoveredCases(db, id)
      if (caseIds.length > 0) audit.record('case', caseIds)
      return archive
    },
  }
}
