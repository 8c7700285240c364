import type { Role } from '@portal/contract'
import { ownPlace } from '#lib/drafts/desk-store.ts'
import { readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'

interface Owner {
  readonly id: number
  readonly selectedRole: Role
}

export interface StoredDraft<T> {
  readonly work: T
  /** In milliseconds. */
  readonly keptAt: number
}

/** Storage key of a draft of a case or of a new one; raise its number when the stored shape changes. */
const placeOf = ({ id, selectedRole }: Owner, name: string) => ownPlace(id, selectedRole, `case.${name}.1`)

/** The unsaved draft of this user, kept through a reload, a crash or an expired session. */
export const findStoredDraft = <T>(owner: Owner, name: string) => readFromTab<StoredDraft<T>>(placeOf(owner, name))
export const storeDraft = (owner: Owner, name: string, work: unknown) =>
  writeToTab(placeOf(owner, name), { work, keptAt: Date.now() } satisfies StoredDraft<unknown>)
export const deleteStoredDraft = (owner: Owner, name: string) => writeToTab(placeOf(owner, name), undefined)
