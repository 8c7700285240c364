import { type AssociationValues, associationFields, type ChoiceField, choiceFieldsOf } from '@portal/contract'
import type { ChoiceUses, CountChoiceUses } from '#platform/choice-uses.ts'
import type { Db } from '#platform/database/transaction.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { textsIn } from '#platform/texts.ts'
import { sealedAssociations } from './sealed-associations.ts'

const choices = choiceFieldsOf(associationFields)
type Values = Readonly<Record<string, unknown>>

/** The ids that an association chose in a field, each once. */
function idsIn(values: Values, { key, column }: ChoiceField): Set<number> {
  const lines = column ? ((values[key] ?? []) as readonly Values[]).map((line) => line[column]) : [values[key]]
  return new Set(lines.flat().filter((id): id is number => typeof id === 'number'))
}

const fieldLabelOf = ({ key, column }: ChoiceField) =>
  textsIn('it')(column ? `registerColumns.${key}.${column}` : `registerFields.${key}`)

/** Rows that are opened at the same time. */
const batch = 200

/** The values of all associations, in batches. An association that cannot be opened is left out. */
async function* valuesOfAll(db: Db, vault: Vault): AsyncGenerator<Values> {
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('associations')
      .select(['id', 'keyId', 'content'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const row of rows) {
      const opened = await unlessDamaged(openSealed(vault, sealedAssociations, row.id, row))
      yield (opened?.content as AssociationValues | null | undefined) ?? {}
    }
    const next = rows.at(-1)
    if (!next || rows.length < batch) return
    last = next.id
  }
}

/** Adds one to the count of each of these ids that is counted. */
function addOne(counts: Map<number, number> | undefined, ids: ReadonlySet<number>) {
  for (const id of ids) {
    const count = counts?.get(id)
    if (count !== undefined) counts?.set(id, count + 1)
  }
}

/** Counts the associations that use entries of a list. Their values are sealed: all of them are opened. */
export const createAssociationUses =
  (vault: Vault): CountChoiceUses =>
  async (db, list, ids) => {
    const fields = choices.filter((choice) => choice.list === list)
    if (fields.length === 0) return []
    const counts = fields.map(() => new Map(ids.map((id) => [id, 0])))
    for await (const values of valuesOfAll(db, vault))
      for (const [index, field] of fields.entries()) addOne(counts[index], idsIn(values, field))
    return fields.map(
      (field, index): ChoiceUses => ({ kind: 'association', field: fieldLabelOf(field), counts: counts[index] }),
    )
  }
