import type { Role } from '@portal/contract'
import { ownPlace } from '#lib/drafts/desk-store.ts'
import { readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'

interface Owner {
  readonly id: number
  readonly selectedRole: Role
}

export interface Kept<T> {
  readonly work: T
  /** In milliseconds. */
  readonly keptAt: number
}

/** Storage key of a draft of a case or of a new one; raise its number when the stored shape changes. */
const placeOf = ({ id, selectedRole }: Owner, name: string) => ownPlace(id, selectedRole, `case.${name}.1`)

/** The unsaved draft of this user, kept through a reload, a crash or an expired session. */
export const findKept = <T>(owner: Owner, name: string) => readFromTab<Kept<T>>(placeOf(owner, name))
export const keepWriting = (owner: Owner, name: string, work: unknown) =>
  writeToTab(placeOf(owner, name), { work, keptAt: Date.now() } satisfies Kept<unknown>)
export const forgetKept = (owner: Owner, name: string) => writeToTab(placeOf(owner, name), undefined)
