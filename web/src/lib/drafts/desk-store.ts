import type { Role } from '@portal/contract'
import { office } from '../page/page-settings.ts'
import { forgetInTab, placesInTab } from './tab-store.ts'

const stem = `${office.slug}.desk.`
const stemOf = (userId: number) => `${stem}${userId}.`

/** Where the tab keeps something of the office's work that is of no person in particular; it goes at sign-out. */
export const deskPlace = (name: string) => `${stem}${name}`

/** Where the tab keeps what somebody writes in one of their roles: nobody else is shown it. */
export const ownPlace = (userId: number, role: Role, name: string) => `${stemOf(userId)}${role}.${name}`

/** Forgets what was kept, but for what is of this person: whoever signs in next in this tab finds nothing. */
export const forgetDesk = (keptUserId?: number) =>
  forgetInTab((place) => place.startsWith(stem) && !(keptUserId !== undefined && place.startsWith(stemOf(keptUserId))))

/** Whether somebody's writing is kept in this tab. */
export const keepsWriting = () =>
  placesInTab().some((place) => place.startsWith(stem) && /^\d+\./.test(place.slice(stem.length)))
