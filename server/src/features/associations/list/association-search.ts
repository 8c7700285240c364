import type { AssociationRow, PlainDate } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { findByKeys } from '#platform/record/source-keys.store.ts'
import { idsWithTokens } from '../record/associations.store.ts'
import { sealedAssociations } from '../record/sealed-associations.ts'
import { listRows, openRow } from './association-lists.ts'

/** More are not named: the user adds a word. */
const mostFound = 20

const requestNumber = /^R-?(\d{4})-?(\d{1,6})$/i
const enrolmentNumber = /^(?:\w+-ASS-)?0*(\d{1,6})$/i

/** The ids of what has a number of the office: that of a request, with its year, or that of an enrolment. */
function idsWithNumber(text: string): RawBuilder<unknown>[] {
  const request = requestNumber.exec(text)
  if (request)
    return [
      sql`select id from associations where (request_year, request_place) = (${request[1]}::int, ${request[2]}::int)`,
    ]
  const enrolment = enrolmentNumber.exec(text)
  return enrolment ? [sql`select id from associations where enrolment_number = ${enrolment[1]}::int`] : []
}

/** The id of the association that had a key in the system that it came from. */
async function idsWithKey(db: Db, vault: Vault, text: string): Promise<RawBuilder<unknown>[]> {
  const ids = [...(await findByKeys(db, vault, 'association', [...new Set([text, text.toUpperCase()])])).values()]
  return ids.length > 0 ? [sql`select unnest(${`{${ids.join()}}`}::int[])`] : []
}

interface SearchNeeds {
  readonly vault: Vault
  readonly today: PlainDate
}

/** The associations of every status that a text names: by name, number, legal representative, mail or a number of the office. */
export async function searchAssociations(
  db: Db,
  text: string,
  needs: SearchNeeds,
): Promise<{ readonly rows: AssociationRow[]; readonly hasMore: boolean }> {
  const groupsOf = (field: 'searchedName' | 'number' | 'representative' | 'email') =>
    needs.vault.find(sealedAssociations, [field], text)
  const names = [groupsOf('searchedName'), groupsOf('representative')]
  const isNumberOrMail = /[\d@]/.test(text)
  // Too short to be part of a name.
  if (!isNumberOrMail && names.every((groups) => groups.length === 0))
    throw invalidInput([{ path: 'testo', message: 'ricerca_troppo_corta' }])
  const groupsOfFields = isNumberOrMail ? [...names, groupsOf('number'), groupsOf('email')] : names
  const sources = [
    ...idsWithNumber(text.trim()),
    ...(isNumberOrMail ? await idsWithKey(db, needs.vault, text.trim()) : []),
    ...groupsOfFields.filter((groups) => groups.length > 0).map(idsWithTokens),
  ]
  if (sources.length === 0) return { rows: [], hasMore: false }
  const found = await listRows(db)
    .where(sql<boolean>`associations.id in (${sql.join(sources, sql` union `)})`)
    .orderBy('associations.name')
    .orderBy('associations.id')
    .limit(mostFound + 1)
    .execute()
  const rows = await Promise.all(found.slice(0, mostFound).map((row) => openRow(row, needs)))
  return { rows, hasMore: found.length > mostFound }
}
