import type { RecordKind } from '../audit/record-kinds.ts'
import { mayWriteRegistry } from '../registry/registry-access.ts'
import { type Access, accessTo, can, type Permission, type Role, roleCodes } from '../session/roles.ts'
import { associationColumns } from './association-columns.ts'
import { caseColumns } from './case-columns.ts'
import type { ExportColumn } from './export-column.ts'
import { operatorColumns } from './operator-columns.ts'
import { organisationColumns, personColumns } from './registry-columns.ts'

interface Kind {
  readonly wire: string
  readonly columns: readonly ExportColumn<never>[]
  readonly permission: Permission
  readonly record: RecordKind
}

/** What can be exported: its name on the wire, its columns in the order of the file, the permission to read it, and the records in it. */
// biome-ignore format: a table
const kinds = {
  cases:         { wire: 'casi',             columns: caseColumns,         permission: 'cases',          record: 'case' },
  myCases:       { wire: 'miei_casi',        columns: caseColumns,         permission: 'myCases',        record: 'case' },
  people:        { wire: 'anagrafica_pf',    columns: personColumns,       permission: 'registry',       record: 'person' },
  organisations: { wire: 'anagrafica_pg',    columns: organisationColumns, permission: 'registry',       record: 'organisation' },
  operators:     { wire: 'operatori',        columns: operatorColumns,     permission: 'administration', record: 'user' },
  newRequests:   { wire: 'nuove_richieste',  columns: associationColumns,  permission: 'register',       record: 'association' },
  enrolled:      { wire: 'iscritte',         columns: associationColumns,  permission: 'register',       record: 'association' },
  notEnabled:    { wire: 'non_abilitate',    columns: associationColumns,  permission: 'register',       record: 'association' },
} as const satisfies Record<string, Kind>
export type ExportKind = keyof typeof kinds
export type ExportedRecord = (typeof kinds)[ExportKind]['record']

/** One member of each kind. */
const each = <M extends keyof Kind>(member: M) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, row]) => [kind, row[member]])) as {
    readonly [K in ExportKind]: (typeof kinds)[K][M]
  }
export const exportKinds = each('wire')
export const exportColumns = each('columns')
/** The kind of record of each export, for the audit log. */
export const exportRecords = each('record')

/** Documents that a run writes, as it writes the files of lists, with their names on the wire. */
export const documentKinds = { annualReport: 'relazione_annuale' } as const
export type DocumentKind = keyof typeof documentKinds

/** Everything that a run makes a file of. */
export const fileKinds = { ...exportKinds, ...documentKinds } as const
export type FileKind = keyof typeof fileKinds

export const isDocument = (kind: FileKind): kind is DocumentKind => kind in documentKinds

/** The columns of a kind of export, where the kind of its rows does not matter. */
export const exportColumnsOf = (kind: ExportKind): readonly ExportColumn<never>[] => exportColumns[kind]

/** The permission by which a role reads what a file holds. */
const readPermissions: Readonly<Record<FileKind, Permission>> = { ...each('permission'), annualReport: 'statistics' }

const kindNames = Object.keys(kinds) as ExportKind[]

/** The kinds that the permission to export is about (decisions §2). */
const exported: Partial<Record<NonNullable<Access>, readonly ExportKind[]>> = {
  all: kindNames,
  own_lists: ['myCases'],
  register_lists: kindNames.filter((kind) => kinds[kind].permission === 'register'),
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
