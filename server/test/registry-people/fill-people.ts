import { sealedPeople } from '#features/registry/sealed-persons.ts'
import type { Database } from '#platform/database/database.ts'
import { insertSealedRows, sealRows } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { InventedPerson } from './people.ts'

const perBatch = 500

/** Inserts people past the request path, under their own ids, as compared with each other: the job has nothing to do. */
export async function fillPeople(
  { db, pool }: Database,
  vault: Vault,
  people: readonly InventedPerson[],
): Promise<void> {
  const { rows } = await pool.query<{ id: number }>('select min(id) as id from users')
  const authorship = { createdBy: rows[0]?.id ?? 0, changedAt: new Date(0), comparedAt: new Date(0) }
  for (let from = 0; from < people.length; from += perBatch) {
    const batch = people.slice(from, from + perBatch).map(({ id, values }) => ({ ...values, ...authorship, id }))
    await insertSealedRows(db, sealRows(vault, sealedPeople, batch as never))
  }
  await pool.query('truncate registry_comparisons')
  await pool.query('vacuum analyze natural_persons, natural_person_tokens')
}
