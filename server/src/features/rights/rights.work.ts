import { touched } from '#platform/audit/audit-act.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { findRequest, listApproved, noteFault } from './requests.store.ts'
import type { RightsOptions } from './rights.options.ts'

export const rightsJob = 'rights.work'

// The queue tries once more than this, so that the last fault is noted.
const faultsAtMost = 5

const carryOut = {
  export: { action: 'rights_exported', work: exportPerson },
  erasure: { action: 'rights_erased', work: erasePerson },
} as const

/** What is done with a request once it is approved. */
export function createWork(options: RightsOptions) {
  const { db, inTransaction, vault, audit, log, jobs } = options
  return {
    /** The job: carries out an approved request. Broken off it is done again; with too many faults it fails for good. */
    async work({ requestId }: { requestId: number }): Promise<void> {
      await vault.ring.reload()
      const request = await findRequest(db, vault, requestId)
      if (request?.status !== 'approved') return
      const { action, work } = carryOut[request.kind]
      try {
        await audit.job(action, () => work(options, request))
      } catch (error) {
        if ((await noteFault(db, requestId, faultsAtMost)) !== 'failed') throw error
        log.error({ err: error, requestId }, 'a request about personal data failed')
        await audit.job('rights_failed', async () => touched('rights', [requestId], ['status']))
      }
    },

    /** Takes up what a server left undone when it ended. */
    async resume(): Promise<void> {
      for (const requestId of await listApproved(db))
        await inTransaction((tx) => jobs.send(tx, rightsJob, { requestId }))
    },
  }
}
