import { type CaseValues, caseFields, type FieldError, type RegistryLinkKey, registryLinks } from '@portal/contract'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import { compareQueue } from './duplicates/compare-queue.ts'
import { createDuplicates } from './duplicates/duplicates.service.ts'
import { createMerging } from './duplicates/merge.service.ts'
import { createSuggestions } from './duplicates/suggestions.service.ts'
import { kindsOfRecord } from './registry.kinds.ts'
import { findIdByCode, holdExisting } from './registry.store.ts'
import type { RegistryNeeds } from './registry-needs.ts'
import { createRegistrySource } from './search/registry-source.ts'
import { createRegistrySearch } from './search/search.service.ts'

export type Registry = ReturnType<typeof createRegistry>

const linkKeys = Object.keys(registryLinks) as RegistryLinkKey[]

/** The registry (decisions §7): natural and legal persons, one record each, shared by all cases linked to it. */
export function createRegistry(needs: RegistryNeeds) {
  const { db, vault, countLinkedCases } = needs
  const duplicates = createDuplicates(needs)
  return {
    duplicates,
    suggestions: createSuggestions(needs),
    merging: createMerging(needs),
    search: createRegistrySearch({ db, vault, countLinkedCases }),
    sources: {
      person: createRegistrySource(needs, 'person'),
      organisation: createRegistrySource(needs, 'organisation'),
    },

    /** The id of the organisation with a VAT number or tax code; undefined if it is not in the registry. */
    findOrganisation: (number: string, from: Db = db): Promise<number | undefined> =>
      findIdByCode(from, vault, kindsOfRecord.organisation, number),

    /** Compares the records that no save has compared, and the cases, associations and records in the queue. */
    async compareAll(audit: AuditRecorder): Promise<{ compared: number; queued: number }> {
      const { compared } = await duplicates.compareAll(audit)
      return { compared, queued: await compareQueue(needs, audit) }
    },

    linkErrors,
  }
}

/** An error for each link of a case that has no record. */
async function linkErrors(values: CaseValues, tx: Db): Promise<FieldError[]> {
  const fieldErrors: FieldError[] = []
  for (const key of linkKeys) {
    const id = values[key]
    if (id === undefined) continue
    const [existing] = await holdExisting(tx, kindsOfRecord[registryLinks[key]], [id])
    if (existing === undefined) fieldErrors.push({ path: caseFields[key].wire, message: 'scelta_non_valida' })
  }
  return fieldErrors
}
