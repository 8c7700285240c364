import { type Organisation, organisationFields, type Person, personFields } from '../registry/registry.form.ts'
import it from '../texts/it.json' with { type: 'json' }
import office from '../texts/office/it.json' with { type: 'json' }
import { type ExportColumn, factColumns, fieldColumns } from './export-column.ts'

interface ExportedRecord<V> {
  readonly id: number
  readonly changedAt: Date
  /** Number of cases with this record that the caller may see. */
  readonly cases: number
  readonly values: V
}
export type ExportedPerson = ExportedRecord<Person>
export type ExportedOrganisation = ExportedRecord<Organisation>

const { columns } = office.exports

const recordFacts = (idWire: string) =>
  factColumns<ExportedRecord<unknown>>([
    [idWire, columns.recordId, 'number', true, ({ id }) => id],
    ['numero_casi', columns.cases, 'number', true, ({ cases }) => cases],
    ['data_modifica', columns.changedAt, 'instant', false, ({ changedAt }) => changedAt],
  ])

const texts = {
  labels: { ...it.fields, ...office.rights.recordFields, ...office.registryFields },
  columns: office.caseColumns,
}

export const personColumns: readonly ExportColumn<ExportedPerson>[] = [
  ...recordFacts('id_persona_fisica'),
  ...fieldColumns(personFields, texts, [
    ...(['lastName', 'firstName', 'taxCode', 'birthDate', 'email', 'phone'] as const),
    ...(['nation', 'region', 'province', 'city'] as const),
  ]),
]

export const organisationColumns: readonly ExportColumn<ExportedOrganisation>[] = [
  ...recordFacts('id_persona_giuridica'),
  ...fieldColumns(organisationFields, texts, [
    ...(['organisationName', 'organisationVat', 'organisationType', 'organisationEmail', 'organisationPhone'] as const),
    ...(['organisationNation', 'organisationRegion', 'organisationProvince', 'organisationCity'] as const),
  ]),
]
