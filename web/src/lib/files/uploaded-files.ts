import { sayInParting } from '../api/send-on-unload.ts'
import { readFromTab, writeToTab } from '../drafts/tab-store.ts'
import { office } from '../page/page-settings.ts'

const place = `${office.slug}.files.1`

/** Ids of the files that this tab has sent to the server and that no report, message or request has claimed yet. */
let uploaded: readonly string[] = readFromTab<string[]>(place) ?? []

const keep = (ids: readonly string[]) => {
  uploaded = ids
  writeToTab(place, ids.length > 0 ? ids : undefined)
}

export const uploadedFiles = () => uploaded
export const noteUploaded = (id: string) => keep([...uploaded, id])
/** They are somebody else's by now, or gone. */
export const noteSettled = (ids: readonly string[]) => keep(uploaded.filter((id) => !ids.includes(id)))

/**
 * Takes back what was sent and not claimed; what the server does not hear goes there after a day. Whoever is leaving leaves
 * no cookie either.
 */
export function takeBackFiles(ids: readonly string[] = uploaded, isLeaving = false) {
  const files = { allegati: ids.map((id) => ({ cmis_id: id })) }
  if (ids.length > 0) sayInParting('deleteFiles', isLeaving ? { ...files, flag_uscita: 1 } : files)
  noteSettled(ids)
}
