import type { ScanCode, TransferKindName } from '@portal/contract'
import type { JudgedGroup } from './judge-group.ts'
import type { Judged } from './judged-groups.ts'
import type { Links } from './transfer-kind-io.ts'

/** A file that was not accepted: its row, and the verdict. */
export interface RefusedFile {
  readonly row: number
  readonly code: ScanCode
}

/** What an import did not accept. */
export interface ImportOutcome {
  readonly refused: readonly RefusedFile[]
}

/** Where an import goes on: in which file of the order, after which of its lines. */
export interface ImportPosition {
  readonly file: number
  readonly row: number
  readonly offset: number
  /** Of the manifest: in another folder, or one that was changed, the import begins again and leaves what is there. */
  readonly digest?: string
  /** Files that were not accepted, at most a hundred. */
  readonly refused?: readonly RefusedFile[]
}

/** A row that cannot be imported although the check found nothing: the office has changed since. Names the row, never its values. */
export class RowRefusedError extends Error {
  constructor(file: string, row: number, path: string, message: string) {
    super(`${file}, row ${row}, ${path}: ${message}`)
  }
}

/** The ids of the records that a row refers to. */
export function resolveLinks<K extends TransferKindName>(
  { references }: Judged<K>,
  idOf: JudgedGroup<K>['idOf'],
  unknown: (path: string) => never,
): Links {
  const links: Record<string, number | number[]> = {}
  for (const { name, path, kind, keys, isList } of references) {
    const ids = keys.map((key) => idOf(kind, key) ?? unknown(path))
    const [first] = ids
    if (isList) links[name] = ids
    else if (first !== undefined) links[name] = first
  }
  return links
}
