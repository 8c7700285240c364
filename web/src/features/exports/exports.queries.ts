import {
  type CaseView,
  cancelExport,
  deleteExportTemplate,
  type ExcludedIds,
  type ExportFormat,
  type ExportKind,
  excludedIdsHeader,
  exportFiles,
  type FileKind,
  getDocuments,
  getExportState,
  getExports,
  listExportTemplates,
  type NewExportTemplate,
  type Ordering,
  readExcludedIds,
  retryExport,
  saveExportTemplate,
  startExports,
} from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callFile, callFileWithHeaders } from '#lib/api/call.ts'
import { saveFile } from '#lib/files/save-file.ts'

/** An export is asked for every two seconds until it ends (decisions §9). */
const pollMs = 2000

export const exportsKey = ['exports'] as const

/** What a file is of, and what it is like. */
export interface FileChoice {
  readonly kind: ExportKind
  /** The list, of an export of cases. */
  readonly view?: CaseView | undefined
  readonly columns: readonly string[]
  readonly format: ExportFormat
}

/** Chosen records, or all records of a list that match the filters, in the order of the list. */
export type ExportedRows = ({ readonly ids: readonly number[] } | { readonly filters: object }) & {
  readonly orderings: readonly Ordering[] | undefined
}

/** Both exports of cases have the calls of `cases`, which say which list it is. */
const callsOf = (kind: FileKind) => (kind === 'myCases' ? 'cases' : kind)

// The bodies of the kinds differ in their filters only, which the lists know.
type AnyKind = 'people'
const callOf = <C extends Readonly<Record<AnyKind, unknown>>>(calls: C, kind: FileKind) =>
  calls[callsOf(kind) as keyof C] as C[AnyKind]
const bodyOf = ({ kind: _kind, columns, ...choice }: FileChoice, orderings: ExportedRows['orderings']) => ({
  ...choice,
  columns: [...columns],
  orderings: orderings && [...orderings],
})

/** Fetches a file of chosen records and saves it; resolves to the records that it leaves out. */
export async function saveChosen(
  choice: FileChoice,
  { ids, orderings }: Extract<ExportedRows, { ids: unknown }>,
): Promise<ExcludedIds | undefined> {
  const body = { ...bodyOf(choice, orderings), ids: [...ids] }
  const { file, headers } = await callFileWithHeaders(callOf(exportFiles, choice.kind), { body })
  saveFile(file.name, file)
  const excluded = headers.get(excludedIdsHeader)
  return excluded === null ? undefined : readExcludedIds(excluded)
}

/** Starts an export of all records of a list that match the filters; resolves to its number. */
export async function startExport(
  choice: FileChoice,
  { filters, orderings }: Extract<ExportedRows, { filters: unknown }>,
): Promise<number> {
  return (await call(callOf(startExports, choice.kind), { body: { ...bodyOf(choice, orderings), filters } })).id
}

/** Fetches the file of an export that is done and saves it. */
export async function saveExport(kind: FileKind, id: number): Promise<void> {
  const file = await callFile(callOf({ ...getExports, ...getDocuments }, kind), { body: { id } })
  saveFile(file.name, file)
}

/** How far an export is, asked for until it ends. */
export const exportStateQuery = (id: number) =>
  queryOptions({
    queryKey: [...exportsKey, 'state', id],
    queryFn: ({ signal }) => call(getExportState, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data, error } }) => !error && (!data || data.state === 'running') && pollMs,
    meta: { isHandled: true },
  })

export const useExportChange = (change: 'cancel' | 'retry') => {
  const queryClient = useQueryClient()
  const endpoint = change === 'cancel' ? cancelExport : retryExport
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (id: number) => call(endpoint, { body: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportsKey }),
  })
}

export const templatesQuery = queryOptions({
  queryKey: [...exportsKey, 'templates'],
  queryFn: async ({ signal }) => (await call(listExportTemplates, {}, { signal })).rows,
  meta: { isHandled: true },
})

export const saveTemplate = (template: NewExportTemplate) => call(saveExportTemplate, { body: template })

export function useDeleteTemplate() {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (id: number) => call(deleteExportTemplate, { body: { id } }),
    onSuccess: ({ rows }) => queryClient.setQueryData(templatesQuery.queryKey, rows),
  })
}
