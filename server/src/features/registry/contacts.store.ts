import type { OrganisationOfContact } from '@portal/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/transaction.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { isSameName } from './duplicates/compare-names.ts'
import { kindsOfRecord } from './registry.kinds.ts'
import { idsWith } from './registry.store.ts'
import { sealedOrganisations } from './sealed-persons.ts'

/** The most bodies whose contacts are compared with a name. */
const mostCandidates = 100

const contactFields = ['contactPerson', 'legalRepresentative'] as const

/** The bodies of the registry that name a person as contact or legal representative; they tell a name alone. */
export async function listOrganisationsOf(
  db: Db,
  vault: Vault,
  { firstName, lastName }: { readonly firstName?: string; readonly lastName?: string },
): Promise<OrganisationOfContact[]> {
  if (!(firstName && lastName)) return []
  const name = `${lastName} ${firstName}`
  const words = vault.findRanked(sealedOrganisations, contactFields, name).map(({ near }) => near)
  if (words.length < 2) return []
  const rows = await db
    .selectFrom('legalPersons')
    .select(['id', 'keyId', 'organisationName', ...contactFields])
    .where('mergedInto', 'is', null)
    .where('id', 'in', sql<number>`(select ${idsWith(kindsOfRecord.organisation, words, mostCandidates)})`)
    .orderBy('id')
    .execute()
  const opened = await Promise.all(
    rows.map(async ({ id, ...row }) => ({
      id,
      ...(await unlessDamaged(openSealed(vault, sealedOrganisations, id, row))),
    })),
  )
  return opened
    .filter((body) => contactFields.some((field) => isSameName(body[field] ?? '', name)))
    .map(({ id, organisationName }) => ({ id, name: organisationName ?? '' }))
}
