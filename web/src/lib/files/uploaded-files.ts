import { sendOnUnload } from '../api/send-on-unload.ts'
import { readFromTab, writeToTab } from '../drafts/tab-store.ts'
import { office } from '../page/page-settings.ts'

const place = `${office.slug}.files.1`

/** Ids of the files that this tab has uploaded and that no report, message or request has claimed yet. */
let uploaded: readonly string[] = readFromTab<string[]>(place) ?? []

const keep = (ids: readonly string[]) => {
  uploaded = ids
  writeToTab(place, ids.length > 0 ? ids : undefined)
}

export const uploadedFiles = () => uploaded
export const noteUploaded = (id: string) => keep([...uploaded, id])
/** These files were claimed or deleted. */
export const forgetUploads = (ids: readonly string[]) => keep(uploaded.filter((id) => !ids.includes(id)))

/** Deletes uploads that nothing has claimed; the server deletes missed ones after a day. `isLeaving` also deletes the cookie. */
export function deleteUploads(ids: readonly string[] = uploaded, isLeaving = false) {
  const files = { allegati: ids.map((id) => ({ cmis_id: id })) }
  if (ids.length > 0) sendOnUnload('deleteFiles', isLeaving ? { ...files, flag_uscita: 1 } : files)
  forgetUploads(ids)
}
