import {
  type CaseKey,
  type ChoiceField,
  caseFields,
  choiceFieldsOf,
  choiceFilters,
  isChoiceFilter,
  sealedKeysOf,
} from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { type ChoiceUses, type CountChoiceUses, countByEntry } from '#platform/choice-uses.ts'
import { columnName } from '#platform/protection/sealed-table.ts'
import { textsIn } from '#platform/texts.ts'
import { type Dimension, dimensions, facetOf } from './cases.facets.ts'
import { caseColumnOf, isReportColumn } from './record/case-values.ts'

const choices = choiceFieldsOf(caseFields)
const sealedKeys: readonly string[] = sealedKeysOf(caseFields)

/** The dimension that has the values of this field and of no other one. */
const dimensionOf = ({ key, column }: ChoiceField) =>
  (Object.keys(dimensions) as Dimension[]).find((dimension) => {
    const fields = isChoiceFilter(dimension) ? choiceFilters[dimension].fields : [dimension]
    return fields.length === 1 && fields[0] === (column ? `${key}.${column}` : key)
  })

/** The number of cases with the entry `choice.id`: by the index of facets, or by a scan, since RUP rarely asks for it. */
function countOf(choice: ChoiceField): RawBuilder<unknown> {
  const dimension = dimensionOf(choice)
  if (dimension)
    return sql`select count(*) from present_facets where facets && array[${facetOf(dimension, 0)}::int + choice.id]`
  const key = choice.key as CaseKey
  const column = sql.ref(columnName(caseColumnOf(key)))
  const table = sql.table(isReportColumn(key) ? 'reports' : 'cases')
  if (!choice.column) return sql`select count(*) from ${table} where ${column} = choice.id`
  return sql`select count(*) from ${table}
    where ${column} @> jsonb_build_array(jsonb_build_object(${choice.column}::text, choice.id))`
}

function fieldLabelOf({ key, column }: ChoiceField): string {
  const t = textsIn('it')
  if (column) return t(`caseColumns.${column}`)
  return t([`caseFields.${key}`, `fields.${key}`])
}

/** Counts the cases, and the documents of cases, that use entries of a list. The fields are those of the form of a case. */
export const countCaseChoices: CountChoiceUses = async (db, list, ids) => {
  const ofFields = choices
    .filter((choice) => choice.list === list)
    .map(async (choice): Promise<ChoiceUses> => {
      const isSealed = sealedKeys.includes(choice.key)
      return {
        kind: 'case',
        field: fieldLabelOf(choice),
        counts: isSealed ? undefined : await countByEntry(db, ids, countOf(choice)),
      }
    })
  const found = await Promise.all(ofFields)
  if (list !== 'attachment_type') return found
  const documents = sql`select count(*) from attachments where document_type_id = choice.id`
  return [
    ...found,
    { kind: 'file', field: textsIn('it')('caseTabs.documents'), counts: await countByEntry(db, ids, documents) },
  ]
}
