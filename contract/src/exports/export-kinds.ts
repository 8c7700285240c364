import { mayWriteRegistry } from '../registry/registry-access.ts'
import { type Access, accessTo, can, type Permission, type Role, roleCodes } from '../session/roles.ts'
import { associationColumns } from './association-columns.ts'
import { caseColumns } from './case-columns.ts'
import type { ExportColumn } from './export-column.ts'
import { operatorColumns } from './operator-columns.ts'
import { organisationColumns, personColumns } from './registry-columns.ts'

/** What can be exported, with its name on the wire. */
export const exportKinds = {
  cases: 'casi',
  myCases: 'miei_casi',
  people: 'anagrafica_pf',
  organisations: 'anagrafica_pg',
  operators: 'operatori',
  newRequests: 'nuove_richieste',
  enrolled: 'iscritte',
  notEnabled: 'non_abilitate',
} as const
export type ExportKind = keyof typeof exportKinds

/** Documents that a run writes, as it writes the files of lists, with their names on the wire. */
export const documentKinds = { annualReport: 'relazione_annuale' } as const
export type DocumentKind = keyof typeof documentKinds

/** Everything that a run makes a file of. */
export const fileKinds = { ...exportKinds, ...documentKinds } as const
export type FileKind = keyof typeof fileKinds

export const isDocument = (kind: FileKind): kind is DocumentKind => kind in documentKinds

/** The columns of each kind of export, in the order of the file. */
export const exportColumns = {
  cases: caseColumns,
  myCases: caseColumns,
  people: personColumns,
  organisations: organisationColumns,
  operators: operatorColumns,
  newRequests: associationColumns,
  enrolled: associationColumns,
  notEnabled: associationColumns,
} as const

/** The columns of a kind of export, where the kind of its rows does not matter. */
export const exportColumnsOf = (kind: ExportKind): readonly ExportColumn<never>[] => exportColumns[kind]

/** The permission by which a role reads what an export holds. */
const readPermissions = {
  cases: 'cases',
  myCases: 'myCases',
  people: 'registry',
  organisations: 'registry',
  operators: 'administration',
  newRequests: 'register',
  enrolled: 'register',
  notEnabled: 'register',
  annualReport: 'statistics',
} as const satisfies Record<FileKind, Permission>

/** The kinds that the permission to export is about (decisions §2). */
const exported: Partial<Record<NonNullable<Access>, readonly ExportKind[]>> = {
  all: Object.keys(exportKinds) as ExportKind[],
  own_lists: ['myCases'],
  register_lists: ['newRequests', 'enrolled', 'notEnabled'],
}

/**
 * Whether a role may export a kind: it has the permission for it and may read the records, every column of them. A document has
 * what its readers see on screen, so that it needs no permission for a list.
 */
export function mayExport(kind: FileKind, role: Role): boolean {
  const access = accessTo('caseExports', role)
  const isExported = access !== null && (isDocument(kind) || (exported[access]?.includes(kind) ?? false))
  return isExported && can(readPermissions[kind], role) && (kind !== 'people' || mayWriteRegistry(role))
}

export const exportersOf = (...kinds: readonly FileKind[]): readonly Role[] =>
  (Object.keys(roleCodes) as Role[]).filter((role) => kinds.some((kind) => mayExport(kind, role)))
