import {
  type AssociationFilters,
  type CaseFilters,
  type CaseView,
  type ExportedAssociation,
  type ExportedCase,
  type ExportedOrganisation,
  type ExportedPerson,
  type ExportFormat,
  type ExportKind,
  type FileFormat,
  mayExport,
  type OperatorFilters,
  type OperatorRow,
  type Ordering,
  type OrganisationFilters,
  type PersonFilters,
  type RecordKind,
  type Role,
  type startExports,
} from '@portal/contract'
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import type { RecordSource } from '#platform/sheets/record-source.ts'

/** A list that can be exported: cases are one list, whatever the view. */
export type ExportList = keyof typeof startExports

/** What the filters of each list are, and its rows. */
export interface ExportSources {
  readonly cases: RecordSource<{ readonly view: CaseView | 'everywhere'; readonly filters: CaseFilters }, ExportedCase>
  readonly people: RecordSource<PersonFilters, ExportedPerson>
  readonly organisations: RecordSource<OrganisationFilters, ExportedOrganisation>
  readonly operators: RecordSource<OperatorFilters, OperatorRow>
  readonly newRequests: RecordSource<AssociationFilters, ExportedAssociation>
  readonly enrolled: RecordSource<AssociationFilters, ExportedAssociation>
  readonly notEnabled: RecordSource<AssociationFilters, ExportedAssociation>
}
export type AnySource = RecordSource<unknown, never>

/** The body of a call, whatever its list. */
export interface ExportBody {
  readonly view?: CaseView | undefined
  readonly filters?: object | undefined
  readonly columns?: readonly string[] | undefined
  readonly format?: ExportFormat | undefined
  readonly orderings?: readonly Ordering[] | undefined
}

/** The kind of record of each list, for the audit log. */
export const recordKinds: Readonly<Record<ExportList, RecordKind>> = {
  cases: 'case',
  people: 'person',
  organisations: 'organisation',
  operators: 'user',
  newRequests: 'association',
  enrolled: 'association',
  notEnabled: 'association',
}

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
