import type { Sealed } from '#platform/protection/sealed.ts'
import { unlessDamaged, type Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'

export interface SealedOperator {
  readonly assignedTo: number | null
  readonly operatorLastName: Sealed | null
  readonly operatorFirstName: Sealed | null
}

/** Shown for a value that cannot be decrypted: one damaged value must not make the whole list fail. */
export const damagedName = '⚠'

/** Names of operators by id and sealed values: lists show the same few all day, and who is called otherwise is sealed again. */
const openedNames = new Map<string, string>()
const maxOpenedNames = 1000

async function openName(vault: Vault, id: number, { operatorFirstName, operatorLastName }: SealedOperator) {
  const key = `${id} ${operatorLastName?.toString('latin1')} ${operatorFirstName?.toString('latin1')}`
  const known = openedNames.get(key)
  if (known !== undefined) return known
  const names = { firstName: operatorFirstName, lastName: operatorLastName }
  const opened = await unlessDamaged(vault.open(sealedUsers, id, names))
  if (!opened) return damagedName
  const name = `${opened.lastName} ${opened.firstName}`
  if (openedNames.size >= maxOpenedNames) openedNames.clear()
  openedNames.set(key, name)
  return name
}

// Rows of many columns: assigning to them costs a fraction of copying them.
const withName = <R extends SealedOperator>(row: R, operator: string | null): Omit<R, SealedName> & Named =>
  Object.assign(row, { operator, operatorFirstName: undefined, operatorLastName: undefined })
export type SealedName = 'operatorFirstName' | 'operatorLastName'
export interface Named {
  readonly operator: string | null
}

/** Adds the name of the operator to a row. */
export const openOperator = async <R extends SealedOperator>(vault: Vault, row: R) =>
  withName(row, row.assignedTo === null ? null : await openName(vault, row.assignedTo, row))

/** The same for rows; each name is decrypted once. */
export async function openOperators<R extends SealedOperator>(vault: Vault, rows: readonly R[]) {
  const names = new Map<number | null, string>()
  for (const row of rows)
    if (row.assignedTo !== null && !names.has(row.assignedTo))
      names.set(row.assignedTo, await openName(vault, row.assignedTo, row))
  return rows.map((row) => withName(row, names.get(row.assignedTo) ?? null))
}
