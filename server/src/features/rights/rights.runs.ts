import type { Db } from '#platform/database/transaction.ts'
import type { RunDefinition } from '#platform/runs/run-definition.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { failRequest, findRequest, type StoredRequest } from './requests.store.ts'
import type { RequestRun, RightsOptions } from './rights.options.ts'

export type RightsRuns = ReturnType<typeof createRightsRuns>

/** The runs that carry out approved requests; the subject of a run is the id of the request. */
export function createRightsRuns(options: RightsOptions) {
  const { runs } = options
  const exports = runs.defineRun(
    definitionOf<never>(options, { kind: 'rights_export', audit: 'rights_exported' }, (attempt) =>
      exportPerson(options, attempt),
    ),
  )
  const erasures = runs.defineRun(
    definitionOf<number>(options, { kind: 'rights_erasure', audit: 'rights_erased' }, (attempt) =>
      erasePerson(options, { ...attempt, deleteArchives: (ids) => exports.deleteResults(ids.map(String)) }),
    ),
  )
  const runsOf = { export: exports, erasure: erasures }

  return {
    /** Starts the run of a request, in the transaction that approves it. */
    async start(tx: Db, { id, kind }: Pick<StoredRequest, 'id' | 'kind'>, startedBy: number): Promise<void> {
      await runsOf[kind].start(tx, { subject: String(id), startedBy })
    },

    /** The newest run of an export, with its archive until that expires. */
    findArchive: (requestId: number) => exports.findNewest(String(requestId)),

    openArchive: exports.openResult,
  }
}

const definitionOf = <P>(
  { db, vault }: RightsOptions,
  words: { readonly kind: string; readonly audit: string },
  carryOut: (attempt: RequestRun<P>) => Promise<void>,
): RunDefinition<P, never> => ({
  ...words,
  async work(run, audit) {
    await vault.ring.reload()
    const request = await findRequest(db, vault, Number(run.subject))
    if (request?.status === 'approved') await carryOut({ run, request, audit })
  },
  fails: {
    after: 5,
    audit: 'rights_failed',
    async write(tx, { subject }, audit) {
      await failRequest(tx, Number(subject))
      audit.record('rights', [Number(subject)], ['status'])
    },
  },
})
