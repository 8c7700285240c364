import type { OperatorRow } from '../operators/operators.ts'
import office from '../texts/office/it.json' with { type: 'json' }
import { type ExportColumn, factColumns } from './export-column.ts'

const { columns } = office.exports

/** The columns of an operator account. */
// biome-ignore format: a table
export const operatorColumns: readonly ExportColumn<OperatorRow>[] = factColumns<OperatorRow>([
  ['cognome',               columns.lastName,   'text',    true,  ({ lastName }) => lastName],
  ['nome',                  columns.firstName,  'text',    true,  ({ firstName }) => firstName],
  ['cf',                    columns.taxCode,    'text',    true,  ({ taxCode }) => taxCode],
  ['mail',                  columns.mail,       'text',    true,  ({ mail }) => mail],
  ['telefono',              columns.phone,      'text',    true,  ({ phone }) => phone],
  ['listaRuolo',            columns.roles,      'text',    true,  ({ roles }) => roles.map((role) => office.roles[role])],
  ['flag_abilitazione',     columns.isEnabled,  'flag',    true,  ({ isEnabled }) => isEnabled],
  ['data_abilitazione',     columns.enabledAt,  'instant', true,  ({ enabledAt }) => enabledAt],
  ['data_disabilitazione',  columns.disabledAt, 'instant', true,  ({ disabledAt }) => disabledAt],
])
