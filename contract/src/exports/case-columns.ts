import { type CaseKey, type CaseValues, caseFields, mainGroundFirst } from '../cases/case.form.ts'
import type { CaseHead, DueState } from '../cases/case.ts'
import { dayIn, officeZone } from '../kit/plain-date.ts'
import it from '../texts/it.json' with { type: 'json' }
import office from '../texts/office/it.json' with { type: 'json' }
import { type ExportColumn, factColumns, fieldColumns } from './export-column.ts'

/** A case as a file shows it: facts of the procedure, and values of the form. */
export type ExportedCase = Pick<
  CaseHead,
  | 'id'
  | 'code'
  | 'status'
  | 'createdAt'
  | 'insertedAt'
  | 'closedAt'
  | 'operator'
  | 'dueOn'
  | 'unread'
  | 'pseudonymisedAt'
> & { readonly dueState?: DueState | undefined; readonly values: CaseValues }

const { columns, dueStates } = office.exports

// biome-ignore format: a table
const facts = factColumns<ExportedCase>([
  ['codice',               columns.code,            'text',    true,  ({ code }) => code],
  ['id_stato',             columns.status,          'text',    true,  ({ status }) => office.caseStatuses[status]],
  ['data_creazione',       columns.createdAt,       'date',    true,  ({ createdAt }) => dayIn(officeZone, createdAt)],
  // A case that reached the office otherwise was entered later: only its day of arrival is known.
  ['data_inserimento',     columns.insertedAt,      'instant', false, ({ insertedAt }) => insertedAt],
  ['data_chiusura',        columns.closedAt,        'instant', false, ({ closedAt }) => closedAt],
  ['operatore',            columns.operator,        'text',    true,  ({ operator }) => operator],
  ['data_scadenza',        columns.dueOn,           'date',    true,  ({ dueOn }) => dueOn],
  ['scadenza',             columns.dueState,        'text',    false, ({ dueState }) => dueState && dueStates[dueState]],
  ['messaggi_non_letti',   columns.unread,          'number',  false, ({ unread }) => unread],
  ['data_pseudonimizzazione', columns.pseudonymisedAt, 'instant', false, ({ pseudonymisedAt }) => pseudonymisedAt],
])

const mainGroundOf = ({ values: { grounds = [] } }: ExportedCase) => mainGroundFirst(grounds)[0]

const mainGround = [
  { key: 'groundId', wire: 'id_ground', header: columns.mainGround, list: 'ground' },
  { key: 'subGroundId', wire: 'id_sotto_ground', header: columns.mainSubGround, list: 'sub_ground' },
] as const

const grounds = mainGround.map(
  ({ key, ...column }): ExportColumn<ExportedCase> => ({
    ...column,
    type: 'choice',
    isDefault: true,
    field: 'grounds',
    cellOf: (record) => mainGroundOf(record)?.[key],
  }),
)

/** No default column identifies a person. */
const defaults = [
  ...['eventDate', 'channelId', 'language', 'profile', 'requestTypeId', 'informationSourceId', 'relevanceId'],
  ...['fieldId', 'contexts', 'modeId', 'isVirtual', 'placeRegion', 'placeProvince', 'outcomeId'],
] as const satisfies readonly CaseKey[]

/** The columns of a case: its facts, the main ground, and every field of its form but the files. */
export const caseColumns: readonly ExportColumn<ExportedCase>[] = [
  ...facts,
  ...grounds,
  ...fieldColumns<CaseKey>(
    caseFields,
    { labels: { ...it.fields, ...office.caseFields }, columns: office.caseColumns, eithers: office.caseEithers },
    defaults,
  ),
]
