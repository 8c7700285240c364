import { getReferenceBundle, type ReferenceList, referenceEndpoints } from '@portal/contract'
import { call } from '#lib/call.ts'

/** The reference lists in one answer. */
export const fetchBundle = (language: string) => call(getReferenceBundle, { query: { language } })

/** One list, or what of it stands below a choice. */
export const fetchList = (list: ReferenceList, language: string, parentId: number | undefined) =>
  call(referenceEndpoints[list], { query: { language, parentId } })
