import type { AssociationStatus, PlainDate } from '@portal/contract'
import { sealedAssociations } from '#features/associations/record/sealed-associations.ts'
import type { Database } from '#platform/database/database.ts'
import { insertSealedRows, sealRows } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { newNumber } from './make-association.ts'

const perBatch = 500

/** Of the enrolled, one in three has expired and one in three is due for a reminder. */
const statuses: readonly AssociationStatus[] = ['enrolled', 'enrolled', 'enrolled', 'submitted', 'removed']

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10) as PlainDate

function associationAt(index: number) {
  const status = statuses[index % statuses.length] ?? 'enrolled'
  const number = newNumber()
  const name = `Associazione ${index} ${['Ponte', 'Voci', 'Radici', 'Orizzonti'][index % 4]}`
  const expiresOn = dayFromNow([-10, 20, 300][index % 3] ?? 300)
  const email = `info@associazione-${index}.example`
  return {
    id: 1_000_000 + index,
    name,
    status,
    version: 1,
    requestYear: 2026,
    requestPlace: 1_000_000 + index,
    language: 'it',
    regionId: 1 + (index % 20),
    mainGroundId: 1 + (index % 5),
    groundIds: [1 + (index % 5)],
    enrolledOn: status === 'submitted' ? null : dayFromNow(-400),
    enrolmentNumber: status === 'submitted' ? null : 1_000_000 + index,
    expiresOn: status === 'submitted' ? null : expiresOn,
    closedOn: status === 'removed' ? dayFromNow(-5) : null,
    number,
    email,
    searchedName: name,
    representative: `Rossi Anna ${index}`,
    content: {
      name,
      number,
      email,
      formedOn: dayFromNow(-2000),
      typeId: 1,
      seatAddress: `Via Roma ${index}`,
      seatPostalCode: '00100',
      phone: '06 1234567',
      contactEmail: email,
      website: `https://associazione-${index}.example`,
      mainGroundId: 1 + (index % 5),
      projects: [{ name: `Sportello ${index}`, fieldIds: [1, 2], amount: 10_000 }],
    },
  }
}

/** Inserts associations past the request path; returns some of their numbers. */
export async function fillRegister({ db, pool }: Database, vault: Vault, rows: number): Promise<string[]> {
  const numbers: string[] = []
  for (let from = 0; from < rows; from += perBatch) {
    const batch = Array.from({ length: Math.min(perBatch, rows - from) }, (_, index) => associationAt(from + index))
    numbers.push(...batch.slice(0, 20).map(({ number }) => number))
    await insertSealedRows(db, sealRows(vault, sealedAssociations, batch as never))
  }
  await pool.query('vacuum analyze associations, association_tokens')
  return numbers
}
