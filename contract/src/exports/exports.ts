import * as z from 'zod/mini'
import { runWaits } from '../batch/run-waits.ts'
import { caseViewIds } from '../cases/case.endpoints.ts'
import { limits } from '../kit/limits.ts'
import { orderings } from '../kit/page.ts'
import { enumOnWire, idOnWire, instant, lineText, onWire, recordId, withExamples } from '../kit/wire.ts'
import { type ExportKind, exportColumnsOf, exportKinds, fileKinds } from './export-kinds.ts'

export const exportKind = enumOnWire(exportKinds)

export const exportFormats = { xlsx: 'xlsx', csv: 'csv' } as const
export type ExportFormat = keyof typeof exportFormats
const format = enumOnWire(exportFormats)

/** The formats of lists and of documents. */
export const fileFormats = { ...exportFormats, docx: 'docx' } as const
export type FileFormat = keyof typeof fileFormats

/** The columns of a file, in its order, by their names on the wire; at least one, each once. */
const columnsAmong = (column: z.ZodMiniType<string, string>) =>
  z.array(column).check(
    z.minLength(1),
    z.maxLength(200),
    z.refine((list) => new Set(list).size === list.length, 'colonna_ripetuta'),
  )

const namesOf = (kind: ExportKind) => exportColumnsOf(kind).map(({ wire }) => wire)
/** Columns of one kind of export; an unknown one is an error that names it by its place. */
const columnsOf = (kind: ExportKind) => columnsAmong(z.enum(namesOf(kind), 'colonna_sconosciuta'))
const columns = columnsAmong(z.string().check(z.maxLength(100)))

/** What the file is like: the default columns, a workbook and the order of the list where the caller does not say. */
const fileFields = (kind: ExportKind) =>
  ({
    columns: [z.optional(columnsOf(kind)), 'colonne'],
    format: [z.optional(format), 'formato'],
    /** By which column the rows are sorted, as in a page query of the list. */
    orderings: [z.optional(orderings), 'ordinamenti'],
  }) as const

/** The list of cases that an export is about. */
const viewField = { view: [z.optional(idOnWire(caseViewIds)), 'vista'] } as const

const ids = z.array(recordId).check(z.minLength(1), z.maxLength(limits.exports.chosenRows, 'troppe_righe_esportate'))

/** Chosen records to export. */
export const chosenRecords = <const K extends ExportKind>(kind: K) =>
  onWire(`esportazione_scelti_${exportKinds[kind]}`, { ids: [ids, 'idsList'], ...fileFields(kind) })

/** Chosen cases; without `vista` from every list that the caller may export. */
export const chosenCases = onWire('esportazione_casi_scelti', {
  ids: [ids, 'idsList'],
  ...viewField,
  ...fileFields('cases'),
})

/** All records of a list that match the filters. */
export const filteredRecords = <F extends z.ZodMiniType>(kind: ExportKind, filters: F) =>
  onWire(`esportazione_filtro_${exportKinds[kind]}`, {
    filters: [z.optional(filters), 'filtri'],
    ...fileFields(kind),
  })

/** All cases of a list that match the filters; the list is view 0 by default. */
export const filteredCases = <F extends z.ZodMiniType>(filters: F) =>
  onWire('esportazione_casi_filtrati', {
    filters: [z.optional(filters), 'filtri'],
    ...viewField,
    ...fileFields('cases'),
  })

export const exportId = [recordId, 'numero_univoco'] as const
/** The answer of a start. */
export const startedExport = onWire('esportazione_avviata', { id: exportId })
export const exportById = onWire('numero_esportazione', { id: exportId })

export const exportStates = {
  running: 'in_corso',
  done: 'pronta',
  failed: 'fallita',
  cancelled: 'annullata',
  /** It was done; its file has been deleted. */
  expired: 'scaduta',
} as const
export type ExportState = keyof typeof exportStates

/** An export of the caller, and how far it is. */
export const exportRun = onWire('esportazione', {
  id: exportId,
  kind: [enumOnWire(fileKinds), 'tipo'],
  format: [enumOnWire(fileFormats), 'formato'],
  state: [enumOnWire(exportStates), 'stato'],
  startedAt: [instant, 'data_avvio'],
  finishedAt: [z.optional(instant), 'data_fine'],
  /** Rows of a list, or tables of a document: those written so far, and all. */
  rows: [z.int(), 'righe'],
  total: [z.int(), 'totale'],
  /** From 0 to 100; 100 once the file is there. */
  percentage: [z.int(), 'percentuale'],
  estimatedEnd: [z.optional(instant), 'fine_prevista'],
  /** What it waits for while it is in progress. */
  waitingFor: [z.optional(enumOnWire(runWaits)), 'in_attesa_di'],
  /** Why there is no file, as a sentence. */
  error: [z.optional(z.string()), 'errore'],
  fileName: [z.string(), 'nome_file'],
  /** Until when the file can be fetched. */
  fileUntil: [z.optional(instant), 'file_fino_al'],
})
export type ExportRun = z.output<typeof exportRun>

/** A named choice of columns of one kind of export; a template of the same kind and name is replaced. */
const templateFields = {
  kind: [exportKind, 'tipo'],
  name: [lineText.check(z.minLength(1), z.maxLength(limits.exports.templateName)), 'nome'],
  columns: [columns, 'colonne'],
} as const

const hasKnownColumns = ({
  kind,
  columns: chosen,
}: {
  readonly kind: ExportKind
  readonly columns: readonly string[]
}) => chosen.every((wire) => namesOf(kind).includes(wire))

export const newExportTemplate = withExamples(
  onWire('modello_esportazione_da_salvare', templateFields).check(
    z.refine(hasKnownColumns, { message: 'colonna_sconosciuta', path: ['colonne'] }),
  ),
  { tipo: 'operatori', nome: 'Elenco breve', colonne: namesOf('operators').slice(0, 2) },
)
export type NewExportTemplate = z.output<typeof newExportTemplate>

export const exportTemplate = onWire('modello_esportazione', { id: [recordId, 'id_modello'], ...templateFields })
export type ExportTemplate = z.output<typeof exportTemplate>
