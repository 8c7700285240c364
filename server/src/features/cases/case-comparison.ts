import { isReadOnly, type PersonOfCase, unlinkedPeopleOf } from '@portal/contract'
import { sealedReports } from '#features/reports/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { lockCaseRow } from './record/case-commands.store.ts'
import { caseColumns, reportColumns, valuesOf } from './record/case-values.ts'

/**
 * The named people of a case without a link to a record. A case that nobody can edit, and so link, has none, and neither has one
 * whose values cannot be decrypted.
 */
async function listUnlinked(tx: Db, vault: Vault, id: number): Promise<PersonOfCase[]> {
  // Before the values are read: a statement that waits for a save would still read the report from before it.
  await lockCaseRow(tx, { id })
  const row = await tx
    .selectFrom('cases')
    .innerJoin('reports', 'reports.caseId', 'cases.id')
    .select(['cases.status', 'cases.pseudonymisedAt', 'cases.reporterTypeId', 'cases.languageId'])
    .select(caseColumns.map((column) => `cases.${column}` as const))
    .select(reportColumns.map((column) => `reports.${column}` as const))
    .where('cases.id', '=', id)
    .executeTakeFirst()
  if (!row || row.pseudonymisedAt || isReadOnly(row.status)) return []
  const opened = await unlessDamaged(openSealed(vault, sealedReports, id, row))
  return opened ? unlinkedPeopleOf(valuesOf(opened)) : []
}

/** Reporters and victims, as the registry compares them with its records. */
export const caseComparison = {
  listUnlinked,
  isLinkedByCode: false,
  sealed: sealedReports,
  // biome-ignore format: a table
  identityFields: {
    person: {
      names:      ['firstName', 'lastName', 'victimFirstName', 'victimLastName'],
      mails:      ['email'],
      phones:     ['phone', 'otherPhone'],
      birthDates: ['birthDate', 'victimBirthDate'],
      codes:      ['reporterTaxCode', 'victimTaxCode'],
    },
    organisation: {
      names:      ['organisationName'],
      mails:      ['organisationEmail'],
      phones:     ['organisationPhone', 'organisationOtherPhone'],
      birthDates: [],
      codes:      ['organisationVat'],
    },
  },
} as const
