import * as z from 'zod/mini'
import { associationFilters } from '../associations/association-filters.ts'
import { caseSearch } from '../cases/case-filters.ts'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { noFilters } from '../kit/filter-schemas.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { onWire, recordId, recordIdText } from '../kit/wire.ts'
import { operatorFilters } from '../operators/operators.ts'
import { organisationFilters, personFilters } from '../registry/registry-search.ts'
import { rolesOf } from '../session/roles.ts'
import { annualReportRequest } from '../statistics/annual-report.ts'
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

const fileOf = { method: 'POST', file: 'application/octet-stream', reply: z.object({}) } as const

const chosenOf = (kind: ExportKind) => ({ ...fileOf, allow: exportersOf(kind), body: chosenRecords(kind) }) as const
const ofAssociations = { audit: 'associations_exported' } as const

/** The files of chosen records, at most 1,000 of them. */
export const exportFiles = {
  cases: defineEndpoint({
    ...fileOf,
    path: '/v1/report/casi',
    summary: 'A file with the chosen cases, at most 1,000; with `vista` 2 the cases assigned to the caller.',
    allow: exportersOf('cases', 'myCases'),
    audit: 'cases_exported',
    body: chosenCases,
  }),
  people: defineEndpoint({
    ...chosenOf('people'),
    path: '/v1/report/anagrafica-pf',
    summary: 'A file with the chosen people of the registry, at most 1,000.',
    audit: 'people_exported',
  }),
  organisations: defineEndpoint({
    ...chosenOf('organisations'),
    path: '/v1/report/anagrafica-pg',
    summary: 'A file with the chosen legal persons of the registry, at most 1,000.',
    audit: 'organisations_exported',
  }),
  operators: defineEndpoint({
    ...chosenOf('operators'),
    path: '/v1/report/operatori',
    summary: 'A file with the chosen operators, at most 1,000.',
    audit: 'operators_exported',
  }),
  newRequests: defineEndpoint({
    ...chosenOf('newRequests'),
    ...ofAssociations,
    path: '/v1/report/pg-web',
    summary: 'A file with the chosen requests of associations, at most 1,000.',
  }),
  enrolled: defineEndpoint({
    ...chosenOf('enrolled'),
    ...ofAssociations,
    path: '/v1/report/pg',
    summary: 'A file with the chosen enrolled associations, at most 1,000.',
  }),
  notEnabled: defineEndpoint({
    ...chosenOf('notEnabled'),
    ...ofAssociations,
    path: '/v1/report/pg-cancellate',
    summary: 'A file with the chosen expired, removed and rejected associations, at most 1,000.',
  }),
} as const

const startOf = {
  method: 'POST',
  audit: 'export_started',
  reply: startedExport,
} as const
const limited = 'Answers 429 where the caller has too many exports in progress or today.'

/** Starts of the exports of whole lists; each is fetched by its call in `getExports`. */
export const startExports = {
  cases: defineEndpoint({
    ...startOf,
    path: '/v1/report/start-segnalazioni-pag',
    summary: `Starts an export of all cases of a list that match the filters. ${limited}`,
    allow: exportersOf('cases', 'myCases'),
    body: filteredCases(caseSearch),
  }),
  people: defineEndpoint({
    ...startOf,
    path: '/v1/report/start-anagrafica-pf',
    summary: `Starts an export of all people that match the filters. ${limited}`,
    allow: exportersOf('people'),
    body: filteredRecords('people', personFilters),
  }),
  organisations: defineEndpoint({
    ...startOf,
    path: '/v1/report/start-anagrafica-pg',
    summary: `Starts an export of all legal persons that match the filters. ${limited}`,
    allow: exportersOf('organisations'),
    body: filteredRecords('organisations', organisationFilters),
  }),
  operators: defineEndpoint({
    ...startOf,
    path: '/v1/report/start-operatori',
    summary: `Starts an export of all operators that match the filters. ${limited}`,
    allow: exportersOf('operators'),
    body: filteredRecords('operators', operatorFilters),
  }),
  newRequests: defineEndpoint({
    ...startOf,
    path: '/v1/report/start-pg-web',
    summary: `Starts an export of all requests that match the filters. ${limited}`,
    allow: exportersOf('newRequests'),
    body: filteredRecords('newRequests', associationFilters),
  }),
  enrolled: defineEndpoint({
    ...startOf,
    path: '/v1/report/start-pg',
    summary: `Starts an export of all enrolled associations that match the filters. ${limited}`,
    allow: exportersOf('enrolled'),
    body: filteredRecords('enrolled', associationFilters),
  }),
  notEnabled: defineEndpoint({
    ...startOf,
    path: '/v1/report/start-pg-cancellate',
    summary: `Starts an export of all expired, removed and rejected associations that match the filters. ${limited}`,
    allow: exportersOf('notEnabled'),
    body: filteredRecords('notEnabled', associationFilters),
  }),
} as const

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

/** The files of the exports that `startExports` starts. */
export const getExports = {
  cases: defineEndpoint({
    ...getOf,
    path: '/v1/report/get-segnalazioni-pag',
    allow: exportersOf('cases', 'myCases'),
  }),
  people: defineEndpoint({ ...getOf, path: '/v1/report/get-anagrafica-pf', allow: exportersOf('people') }),
  organisations: defineEndpoint({
    ...getOf,
    path: '/v1/report/get-anagrafica-pg',
    allow: exportersOf('organisations'),
  }),
  operators: defineEndpoint({ ...getOf, path: '/v1/report/get-operatori', allow: exportersOf('operators') }),
  newRequests: defineEndpoint({ ...getOf, path: '/v1/report/get-pg-web', allow: exportersOf('newRequests') }),
  enrolled: defineEndpoint({ ...getOf, path: '/v1/report/get-pg', allow: exportersOf('enrolled') }),
  notEnabled: defineEndpoint({ ...getOf, path: '/v1/report/get-pg-cancellate', allow: exportersOf('notEnabled') }),
} as const

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
