import {
  type CaseValues,
  caseFields,
  type FieldError,
  type RegistryKind,
  type RegistryLinkKey,
  registryLinks,
} from '@portal/contract'
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
  const sourceNeeds = { db: needs.readsDb, vault, countLinkedCases }
  return {
    duplicates,
    suggestions: createSuggestions(needs),
    merging: createMerging(needs),
    search: createRegistrySearch({ db, vault, countLinkedCases }),
    sources: {
      person: createRegistrySource(sourceNeeds, 'person'),
      organisation: createRegistrySource(sourceNeeds, 'organisation'),
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

/** An error for each link of a case that has no record. The records of a kind are held together, in one order. */
async function linkErrors(values: CaseValues, tx: Db): Promise<FieldError[]> {
  const fieldErrors: FieldError[] = []
  for (const kind of Object.keys(kindsOfRecord) as RegistryKind[]) {
    const links = linkKeys.flatMap((key) => {
      const id = registryLinks[key] === kind ? values[key] : undefined
      return id === undefined ? [] : [{ path: caseFields[key].wire, id }]
    })
    const existing = await holdExisting(
      tx,
      kindsOfRecord[kind],
      links.map(({ id }) => id),
    )
    for (const { path, id } of links) if (!existing.includes(id)) fieldErrors.push({ path, message: 'scheda_mancante' })
  }
  return fieldErrors
}
