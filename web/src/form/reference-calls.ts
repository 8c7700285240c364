import { getReferenceBundle, type PlaceKind, type ReferenceList, referenceEndpoints } from '@portal/contract'
import { call } from '#lib/api/call.ts'

/** The reference lists in one answer. */
export const fetchBundle = (language: string) => call(getReferenceBundle, { query: { language } })

/** What of a list is asked for. */
export interface Narrowed {
  readonly parentId: number | undefined
  /** What the places are chosen for, where that matters. */
  readonly place?: PlaceKind | undefined
}

/** One list, or what of it stands below a choice. */
export const fetchList = (list: ReferenceList, language: string, { parentId, place }: Narrowed) =>
  call(referenceEndpoints[list], { query: { language, parentId, place } })
