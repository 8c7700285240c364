import {
  type CaseView,
  type ExportColumn,
  type ExportFormat,
  type ExportKind,
  type exportColumns,
  type FileFormat,
  mayExport,
  type Ordering,
  type Role,
  startExports,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import * as z from 'zod/mini'
import type { RecordSource } from '#platform/spreadsheets/record-source.ts'

/** A list that can be exported: cases are one list, whatever the view. */
export type ExportList = keyof typeof startExports

type FiltersOf<L extends ExportList> = NonNullable<z.output<(typeof startExports)[L]['body']>['filters']>
type RowOf<L extends ExportList> = (typeof exportColumns)[L] extends readonly ExportColumn<infer R>[] ? R : never

/** What each list reads: by its filters, of cases in a view, the rows of its columns. */
export type ExportSources = {
  readonly [L in ExportList]: RecordSource<
    L extends 'cases' ? { readonly view: CaseView | 'everywhere'; readonly filters: FiltersOf<L> } : FiltersOf<L>,
    RowOf<L>
  >
}
/** A source whatever its list. */
export type AnySource = RecordSource<unknown, never>

/** The source of a list. What it takes and shows is that of the list's body and columns, which no type says of a union of lists. */
export const sourceOf = (sources: ExportSources, list: ExportList) => sources[list] as unknown as AnySource

/** The body of a call, whatever its list. */
export interface ExportBody {
  readonly view?: CaseView | undefined
  readonly filters?: object | undefined
  readonly columns?: readonly string[] | undefined
  readonly format?: ExportFormat | undefined
  readonly orderings?: readonly Ordering[] | undefined
}

const schemaOf = (list: ExportList): z.ZodMiniType<ExportBody> => startExports[list].body

/** The body of a call on the wire. */
export const wireOf = (list: ExportList, body: ExportBody) => z.encode(schemaOf(list), body)
/** The body of a call from the wire; throws for anything else. */
export const bodyOf = (list: ExportList, wire: unknown): ExportBody => z.parse(schemaOf(list), wire)

export const kindOf = (list: ExportList, { view }: ExportBody): ExportKind =>
  list === 'cases' && view === 'mine' ? 'myCases' : list
export const listOf = (kind: ExportKind): ExportList => (kind === 'myCases' ? 'cases' : kind)

/** The body of a call for chosen records, which need not name a list of cases: all that this role may export. */
export const withView = (list: ExportList, body: ExportBody, role: Role): ExportBody =>
  list === 'cases' && !body.view && !mayExport('cases', role) ? { ...body, view: 'mine' } : body

/** What a source is asked for; `view` is that of cases where the body names none. */
export const filtersOf = (list: ExportList, { view, filters = {} }: ExportBody, otherwise: CaseView | 'everywhere') =>
  list === 'cases' ? { view: view ?? otherwise, filters } : filters

/** The name of a file; those of cases begin with the tag of the office (specification 2 §7). */
export function fileNameOf(kind: ExportKind, format: FileFormat, tag: string): string {
  const name = `${office.exports.kinds[kind]}.${format}`
  return listOf(kind) === 'cases' ? `${tag} - ${name}` : name
}
