import type { Role } from '@portal/contract'
import { office } from '../page/page-settings.ts'
import { forgetInTab, placesInTab } from './tab-store.ts'

const stem = `${office.slug}.desk.`
const stemOf = (userId: number) => `${stem}${userId}.`

/** A storage place for office data of no particular person; it is deleted on sign-out. */
export const deskPlace = (name: string) => `${stem}${name}`

/** A storage place for what a user writes in one role; no other user sees it. */
export const ownPlace = (userId: number, role: Role, name: string) => `${stemOf(userId)}${role}.${name}`

/** Deletes all stored data except this user's own: the next user in this tab finds nothing. */
export const forgetDesk = (keptUserId?: number) =>
  forgetInTab((place) => place.startsWith(stem) && !(keptUserId !== undefined && place.startsWith(stemOf(keptUserId))))

/** True if the tab stores a draft of a user. */
export const keepsWriting = () =>
  placesInTab().some((place) => place.startsWith(stem) && /^\d+\./.test(place.slice(stem.length)))
