import type { AssociationValues } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { findAssociation, isClosed, lockRow } from './associations.store.ts'
import { sealedAssociations } from './sealed-associations.ts'

/** The values of an association under the field names of a registry record. */
const recordValuesOf = (values: AssociationValues) => ({
  organisationName: values.name,
  organisationVat: values.number,
  organisationEmail: values.email,
  organisationPec: values.pec,
  organisationPhone: values.phone,
  organisationOtherPhone: values.otherPhone,
  organisationAddress: values.seatAddress,
})

async function listUnlinked(tx: Db, vault: Vault, id: number) {
  await lockRow(tx, id)
  const found = await unlessDamaged(findAssociation(tx, vault, id))
  if (!found || isClosed(found)) return []
  return [{ source: 'association', kind: 'organisation', values: recordValuesOf(found.values) } as const]
}

/** Associations that applied or are enrolled, as the registry compares them with its records; their number links them to one. */
export const associationComparison = {
  listUnlinked,
  isLinkedByCode: true,
  sealed: sealedAssociations,
  identityFields: {
    organisation: { names: ['searchedName'], mails: ['email'], phones: [], birthDates: [], codes: ['number'] },
  },
} as const
