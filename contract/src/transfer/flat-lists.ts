import type { Field } from '../kit/field.ts'
import { isRequired, usesOf } from '../kit/form.ts'
import { parseScreenDate } from '../kit/plain-date.ts'
import { wireNames } from '../kit/wire.ts'
import { type TransferKind, type TransferKindName, transferKinds } from './transfer-kinds.ts'

/** The kinds whose records may come as a table with a heading: a row is a record, a column a member by its path. */
export const flatKinds = [
  'operator',
  'person',
  'organisation',
  'association',
] as const satisfies readonly TransferKindName[]
export type FlatKind = (typeof flatKinds)[number]

/** How the text of a cell is read. Several values of one cell are separated by |. */
export type CellKind = 'text' | 'number' | 'amount' | 'day' | 'flag' | 'words' | 'numbers' | 'choices'

/** A column of a table. */
export interface FlatColumn {
  /** The wire path of the member; the lines of a list have their places in it, from 0. */
  readonly path: string
  readonly cell: CellKind
  /** The list of ours of a choice. */
  readonly list?: string | undefined
  readonly isRequired: boolean
  /** Of several choices: the member that holds each id. */
  readonly idWire?: string | undefined
}

/** Members of heads that no table has: they hold records of their own. */
const withoutColumn: readonly string[] = ['attestati']
/** Members of heads that are no texts, beside those whose names say so. */
const headCells: Readonly<Record<string, CellKind>> = {
  listaRuolo: 'words',
  documenti_verificati: 'numbers',
  id_stato_persona_giuridica: 'number',
  id_stato_origine: 'number',
  anno_richiesta: 'number',
  progressivo_richiesta: 'number',
  numero_iscrizione: 'number',
}
const cellOfHead = (wire: string): CellKind => {
  if (wire.startsWith('data_')) return 'day'
  return wire.startsWith('flag_') ? 'flag' : (headCells[wire] ?? 'text')
}

const cellOfField: Readonly<Partial<Record<Field['kind'], CellKind>>> = {
  choice: 'number',
  count: 'number',
  amount: 'amount',
  date: 'day',
  flag: 'flag',
  either: 'flag',
  consent: 'flag',
  choices: 'choices',
}

function columnsOf(field: Field, prefix: string, required: boolean, lines: number): FlatColumn[] {
  const path = prefix + field.wire
  if (field.kind === 'files') return []
  if (field.columns)
    return Array.from({ length: Math.min(lines, field.max ?? lines) }, (_, at) =>
      Object.values(field.columns ?? {}).flatMap((column) => columnsOf(column, `${path}.${at}.`, false, lines)),
    ).flat()
  const { list, idWire = 'id' } = field
  return [{ path, cell: cellOfField[field.kind] ?? 'text', list, isRequired: required, idWire }]
}

/** The columns of a table of records of a kind, with so many lines of each list. */
export function flatColumnsOf(kind: FlatKind, lines = 2): FlatColumn[] {
  const { head, form, words }: TransferKind = transferKinds[kind]
  const required = new Set(['chiave', 'cf', 'nome', 'cognome', 'id_stato_persona_giuridica', 'data_richiesta'])
  const ofHead = Object.values(wireNames.get(head)?.names ?? {})
    .filter((wire) => !withoutColumn.includes(wire))
    .map((path): FlatColumn => ({ path, cell: cellOfHead(path), list: words[path], isRequired: required.has(path) }))
  const uses = form ? usesOf(form) : []
  const ofForm = Object.entries(form?.fields ?? {}).flatMap(([key, field]) =>
    columnsOf(
      field,
      '',
      uses.some((use) => use.key === key && isRequired(use, {})),
      lines,
    ),
  )
  return [...ofHead, ...ofForm]
}

const flags: Readonly<Record<string, 0 | 1>> = { '1': 1, sì: 1, si: 1, vero: 1, '0': 0, no: 0, falso: 0 }
const asNumber = (text: string): number | string => (/^-?\d+$/.test(text) ? Number(text) : text)
const partsOf = (text: string) => text.split('|').flatMap((part) => part.trim() || [])

/** Reads a cell as the JSON of its member; what cannot be read stays a text, which the check refuses at its path. */
// biome-ignore format: a table
const readCell: Readonly<Record<CellKind, (text: string, column: FlatColumn) => unknown>> = {
  text:    (text) => text,
  number:  asNumber,
  amount:  (text) => (/^\d+([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : text),
  day:     dayOf,
  flag:    (text) => flags[text.toLowerCase()] ?? text,
  words:   partsOf,
  numbers: (text) => partsOf(text).map(asNumber),
  choices: (text, { idWire = 'id' }) => partsOf(text).map((part) => ({ [idWire]: asNumber(part) })),
}

function dayOf(text: string): string {
  const day = parseScreenDate(text) ?? /^\d{4}-\d{2}-\d{2}$/.exec(text)?.[0]
  return day ? `${day}T00:00:00.000Z` : text
}

type Node = Record<string, unknown> | unknown[]

function setAt(node: Node, [name = '', ...rest]: readonly string[], value: unknown): void {
  const at = node as Record<string, unknown> // A list has its places as names.
  if (rest.length === 0) at[name] = value
  else {
    at[name] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {}
    setAt(at[name] as Node, rest, value)
  }
}

/** Makes the body of a record from the cells of a row, by the paths of their columns. Empty cells are absent members. */
export function bodyOfCells(columns: readonly FlatColumn[], cells: Readonly<Record<string, string>>): object {
  const body: Record<string, unknown> = {}
  for (const column of columns) {
    const text = cells[column.path]?.trim() ?? ''
    if (text !== '') setAt(body, column.path.split('.'), readCell[column.cell](text, column))
  }
  return withoutHoles(body) as object
}

/** Lines without a value are left out of their lists. */
function withoutHoles(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(withoutHoles)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutHoles(member)]))
}
