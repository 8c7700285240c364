import { type AssociationKey, type AssociationValues, associationFields } from '../associations/association.form.ts'
import type { AssociationDetail } from '../associations/association.ts'
import { dayIn, officeZone } from '../kit/plain-date.ts'
import office from '../texts/office/it.json' with { type: 'json' }
import register from '../texts/register/it.json' with { type: 'json' }
import { type ExportColumn, factColumns, fieldColumns } from './export-column.ts'

/** An association as a file shows it: facts of the procedure, and values of the form. */
export type ExportedAssociation = Pick<
  AssociationDetail,
  | 'id'
  | 'status'
  | 'requestedAt'
  | 'firstRequestedAt'
  | 'enrolledOn'
  | 'renewedOn'
  | 'expiresOn'
  | 'closedOn'
  | 'dueOn'
  | 'isLate'
  | 'requestNumber'
  | 'enrolmentNumber'
> & { readonly values: AssociationValues }

const { columns } = office.exports

// biome-ignore format: a table
const facts = factColumns<ExportedAssociation>([
  ['numero_richiesta',            columns.requestNumber,    'text', true,  ({ requestNumber }) => requestNumber],
  ['numero_iscrizione',           columns.enrolmentNumber,  'text', true,  ({ enrolmentNumber }) => enrolmentNumber],
  ['id_stato_persona_giuridica',  columns.status,           'text', true,  ({ status }) => office.registerStatuses[status]],
  ['data_richiesta',              columns.requestedAt,      'date', true,  ({ requestedAt }) => dayIn(officeZone, requestedAt)],
  ['data_prima_richiesta',        columns.firstRequestedAt, 'date', false, ({ requestedAt, firstRequestedAt = requestedAt }) => dayIn(officeZone, firstRequestedAt)],
  ['data_iscrizione',             columns.enrolledOn,       'date', true,  ({ enrolledOn }) => enrolledOn],
  ['data_rinnovo_iscrizione',     columns.renewedOn,        'date', true,  ({ renewedOn }) => renewedOn],
  ['data_scadenza_iscrizione',    columns.expiresOn,        'date', true,  ({ expiresOn }) => expiresOn],
  ['data_chiusura',               columns.closedOn,         'date', true,  ({ closedOn }) => closedOn],
  ['data_scadenza_integrazione',  columns.documentsDueOn,   'date', false, ({ dueOn }) => dueOn],
  ['flag_in_ritardo',             columns.isLate,           'flag', false, ({ isLate }) => isLate],
])

const { registerFields: labels, registerTabs } = register

/** The labels of the legal representative's fields do not say whose they are. */
const columnHeading = (key: AssociationKey) =>
  key.startsWith('representative') ? `${registerTabs.representative}: ${labels[key]}` : labels[key]

const defaults = [
  ...['name', 'number', 'typeId', 'memberCount', 'seatRegion', 'seatProvince', 'seatCity', 'mainGroundId'],
  ...['representativeLastName', 'representativeFirstName', 'email', 'pec', 'phone'],
] as const satisfies readonly AssociationKey[]

/** The columns of an association: its facts, and every field of its form but the documents. */
export const associationColumns: readonly ExportColumn<ExportedAssociation>[] = [
  ...facts,
  ...fieldColumns<AssociationKey>(
    associationFields,
    {
      labels: Object.fromEntries((Object.keys(labels) as AssociationKey[]).map((key) => [key, columnHeading(key)])),
      columns: register.registerColumns,
    },
    defaults,
  ),
]
