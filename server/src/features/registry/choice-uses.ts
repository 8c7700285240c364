import {
  type ChoiceField,
  choiceFieldsOf,
  organisationFields,
  personFields,
  type RegistryKind,
  sealedOrganisationKeys,
  sealedPersonKeys,
} from '@portal/contract'
import { sql } from 'kysely'
import { type ChoiceUses, type CountChoiceUses, countByEntry } from '#platform/choice-uses.ts'
import { columnName } from '#platform/protection/sealed-table.ts'
import { textsIn } from '#platform/texts.ts'

/** The choices of the two kinds of record, with their tables. */
const kinds = {
  person: { table: 'natural_persons', choices: choiceFieldsOf(personFields), sealed: sealedPersonKeys },
  organisation: { table: 'legal_persons', choices: choiceFieldsOf(organisationFields), sealed: sealedOrganisationKeys },
} as const satisfies Record<RegistryKind, { table: string; choices: readonly ChoiceField[]; sealed: readonly string[] }>

const fieldLabelOf = ({ key }: ChoiceField) => textsIn('it')([`registryFields.${key}`, `fields.${key}`])

/** Counts the records of the registry that use entries of a list; most of their choices are sealed. */
export const countRegistryChoices: CountChoiceUses = async (db, list, ids) => {
  const ofFields = (Object.keys(kinds) as RegistryKind[]).flatMap((kind) => {
    const { table, choices, sealed } = kinds[kind]
    return choices
      .filter((choice) => choice.list === list)
      .map(async (choice): Promise<ChoiceUses> => {
        const isSealed = sealed.some((key) => key === choice.key)
        const count = sql`select count(*) from ${sql.table(table)} where ${sql.ref(columnName(choice.key))} = choice.id`
        return { kind, field: fieldLabelOf(choice), counts: isSealed ? undefined : await countByEntry(db, ids, count) }
      })
  })
  return Promise.all(ofFields)
}
