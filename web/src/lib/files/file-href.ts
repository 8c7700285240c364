import { getAttachment } from '@portal/contract'
import { pathOf } from '../api/call.ts'
import { siteHref } from '../page/page-settings.ts'

/** Where a file of a case can be had. */
export const fileHref = (id: string) => siteHref(pathOf(getAttachment, { id }))
