import * as z from 'zod/mini'
import { associationFilters } from '../associations/association-filters.ts'
import { caseSearch } from '../cases/case-filters.ts'
import { type AuditWord, backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { noFilters } from '../kit/filter-schemas.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { onWire, recordId, recordIdText } from '../kit/wire.ts'
import { operatorFilters } from '../operators/operators.ts'
import { organisationFilters, personFilters } from '../registry/registry-search.ts'
import { rolesOf } from '../session/roles.ts'
import { annualReportRequest } from '../statistics/annual-report.ts'
import { excludedIdsHeader } from './excluded-ids.ts'
import { type ExportKind, exportersOf } from './export-kinds.ts'
import {
  chosenCases,
  chosenRecords,
  exportById,
  exportRun,
  exportTemplate,
  filteredCases,
  filteredRecords,
  newExportTemplate,
  startedExport,
} from './exports.ts'

const startOf = {
  method: 'POST',
  audit: 'export_started',
  reply: startedExport,
} as const
const limited = 'Answers 429 where the caller has too many exports in progress or today.'
const fileOf = { method: 'POST', file: 'application/octet-stream', reply: z.object({}) } as const
/** Of the files of chosen records; a workbook names all of them in its second sheet too. */
const replyHeaders = {
  [excludedIdsHeader]:
    'The ids that the file leaves out, because there is no such record or the caller may not read it: `5,17`; of more than 200 the first 200 and the number of the others, `+800`.',
}
const getOf = {
  ...fileOf,
  audit: 'export_read',
  silent: true,
  prolongs: false,
  isEmptyUntilReady: true,
  body: exportById,
  summary:
    'The file of an export of the caller; an empty body until it is there, 404 once it has expired. The poll does not prolong the session.',
} as const

interface ExportedList<C, F> {
  readonly kinds: readonly ExportKind[]
  /** What its records are, for the description. */
  readonly what: string
  readonly audit: AuditWord
  /** The last segment of the addresses: of the file of chosen records, and of the start and the file of the whole list. */
  readonly path: string
  readonly pair?: string
  readonly chosen: C
  readonly filtered: F
}

/** The three calls of a list: the file of at most 1,000 chosen records, the start of an export of all that match, and its file. */
const callsOf = <C extends z.ZodMiniType, F extends z.ZodMiniType>(list: ExportedList<C, F>) => {
  const { what, audit, path, pair = path, chosen, filtered } = list
  const allow = exportersOf(...list.kinds)
  return {
    file: defineEndpoint({
      ...fileOf,
      path: `/v1/report/${path}`,
      summary: `A file with the chosen ${what}, at most 1,000.`,
      allow,
      audit,
      replyHeaders,
      body: chosen,
    }),
    start: defineEndpoint({
      ...startOf,
      path: `/v1/report/start-${pair}`,
      summary: `Starts an export of all ${what} that match the filters. ${limited}`,
      allow,
      body: filtered,
    }),
    get: defineEndpoint({ ...getOf, path: `/v1/report/get-${pair}`, allow }),
  }
}

/** The calls of a list of one kind. */
const ofKind = <const K extends ExportKind, F extends z.ZodMiniType>(
  kind: K,
  list: Pick<ExportedList<never, never>, 'what' | 'audit' | 'path'> & { readonly filters: F },
) =>
  callsOf({
    ...list,
    kinds: [kind],
    chosen: chosenRecords(kind),
    filtered: filteredRecords(kind, list.filters),
  })

const associations = { audit: 'associations_exported', filters: associationFilters } as const

// biome-ignore format: a table
const lists = {
  cases: callsOf({
    kinds: ['cases', 'myCases'], what: 'cases (with `vista` 2 those assigned to the caller)', audit: 'cases_exported',
    path: 'casi', pair: 'segnalazioni-pag', chosen: chosenCases, filtered: filteredCases(caseSearch),
  }),
  people:        ofKind('people',        { path: 'anagrafica-pf', what: 'people of the registry',        audit: 'people_exported',        filters: personFilters }),
  organisations: ofKind('organisations', { path: 'anagrafica-pg', what: 'legal persons of the registry', audit: 'organisations_exported', filters: organisationFilters }),
  operators:     ofKind('operators',     { path: 'operatori',     what: 'operators',                     audit: 'operators_exported',     filters: operatorFilters }),
  newRequests:   ofKind('newRequests',   { path: 'pg-web',        what: 'requests of associations', ...associations }),
  enrolled:      ofKind('enrolled',      { path: 'pg',            what: 'enrolled associations', ...associations }),
  notEnabled:    ofKind('notEnabled',    { path: 'pg-cancellate', what: 'expired, removed and rejected associations', ...associations }),
} as const

const each = <C extends 'file' | 'start' | 'get'>(call: C) =>
  Object.fromEntries(Object.entries(lists).map(([list, calls]) => [list, calls[call]])) as {
    readonly [L in keyof typeof lists]: (typeof lists)[L][C]
  }

/** The files of chosen records, at most 1,000 of them. */
export const exportFiles = each('file')
/** Starts of the exports of whole lists; each is fetched by its call in `getExports`. */
export const startExports = each('start')
/** The files of the exports that `startExports` starts. */
export const getExports = each('get')

const exporters = rolesOf('caseExports')

/** The starts of documents; each is fetched by its call in `getDocuments`. */
export const startDocuments = {
  annualReport: defineEndpoint({
    ...startOf,
    path: '/v1/report/start-relazione-annuale',
    summary: `Starts the annual report as a document to edit: the statistics that the caller may see, of a year and the year before. ${limited}`,
    allow: exportersOf('annualReport'),
    body: annualReportRequest,
  }),
} as const

/** The files of the documents that `startDocuments` starts. */
export const getDocuments = {
  annualReport: defineEndpoint({
    ...getOf,
    path: '/v1/report/get-relazione-annuale',
    allow: exportersOf('annualReport'),
  }),
} as const

export const getExportState = defineEndpoint({
  ...backgroundRead,
  path: '/v1/report/stato/:numero_univoco',
  summary:
    'How far an export of the caller is: percentage, rows, estimated end, error. The poll does not prolong the session.',
  allow: exporters,
  params: onWire('parametri_esportazione', { id: [recordIdText, 'numero_univoco'] }),
  reply: exportRun,
})

export const listExports = defineEndpoint({
  method: 'GET',
  path: '/v1/report/esportazioni',
  summary: 'The exports of the caller, newest first.',
  allow: exporters,
  audit: 'none',
  silent: true,
  query: pageQuery(noFilters),
  reply: pageOf(exportRun),
})

export const cancelExport = defineEndpoint({
  method: 'POST',
  path: '/v1/report/annulla-esportazione',
  summary: 'Ends an export of the caller early; 409 where it has ended.',
  allow: exporters,
  audit: 'export_cancelled',
  body: exportById,
  reply: exportRun,
})

export const retryExport = defineEndpoint({
  method: 'POST',
  path: '/v1/report/riprova-esportazione',
  summary: `Makes a failed export of the caller again; 409 where it has not failed. ${limited}`,
  allow: exporters,
  audit: 'export_retried',
  body: exportById,
  reply: exportRun,
})

const templates = {
  allow: exporters,
  audit: 'none',
  silent: true,
  reply: onWire('modelli_esportazione', { rows: [z.array(exportTemplate), 'modelli'] }),
} as const

export const listExportTemplates = defineEndpoint({
  ...templates,
  method: 'GET',
  path: '/v1/report/modelli',
  summary: 'The saved choices of columns of the caller, of every kind of export, by name.',
})

export const saveExportTemplate = defineEndpoint({
  ...templates,
  method: 'POST',
  path: '/v1/report/modelli',
  summary:
    'Saves a named choice of columns; it replaces one of the same name and kind. Returns all templates of the caller.',
  body: newExportTemplate,
})

export const deleteExportTemplate = defineEndpoint({
  ...templates,
  method: 'POST',
  path: '/v1/report/modelli/elimina',
  summary: 'Deletes a template of the caller. Returns the remaining ones.',
  body: onWire('modello_esportazione_da_eliminare', { id: [recordId, 'id_modello'] }),
})
