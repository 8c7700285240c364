import type { StoredDraft } from '#form/stored-draft.ts'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { idleMs, signEveryMs } from '#lib/drafts/expiry.ts'
import { readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'
import { deleteUploads } from '#lib/files/uploaded-files.ts'
import { office } from '#lib/page/page-settings.ts'
import type { FormDraft } from './association-draft.ts'
import { uploadsIn } from './draft-uploads.ts'

/** The name of the draft's place in the tab; raise the number when its shape changes. */
export const draftName = 'enrolment.draft.1'
const draftPlace = `${office.slug}.${draftName}`
const receiptPlace = `${office.slug}.enrolment.receipt.2`

/** What an application was answered. */
export interface EnrolmentReceipt {
  readonly requestNumber?: string | undefined
  readonly waitsForConfirmation: boolean
  /** ISO 8601; when the application replaces an earlier request that nobody answers for. */
  readonly replacesAt?: string | undefined
  /** The addresses of the association, to which the receipt goes. */
  readonly addresses: readonly string[]
}

type Stored = StoredDraft<{ readonly typed: FormDraft }>

/** Deletes the draft and its files once nobody has worked on it for too long; returns whether it did. */
function deleteIdleDraft(afterMs: number): boolean {
  const found = readFromTab<Stored>(draftPlace)
  if (!found || Date.now() - found.storedAt < afterMs) return false
  writeToTab(draftPlace, undefined)
  deleteUploads(uploadsIn(found.work.typed))
  return true
}

/** What the tab has of an application; a draft that nobody has worked on for too long is deleted. */
export function lookForDraft(): 'none' | 'stored' | 'lapsed' {
  if (deleteIdleDraft(idleMs)) return 'lapsed'
  return readFromTab(draftPlace) === undefined ? 'none' : 'stored'
}

/** The same once the form is left; the latest sign of somebody's presence may not be stored yet. */
export const expireDraft = () => void deleteIdleDraft(idleMs + signEveryMs)

/** Puts an application into the tab, for the form to begin with. */
export const storeDraft = (typed: FormDraft) =>
  writeToTab(draftPlace, { work: { typed, senderKey: newSenderKey() }, storedAt: Date.now() })

export const findReceipt = () => readFromTab<EnrolmentReceipt>(receiptPlace)
export const storeReceipt = (receipt: EnrolmentReceipt) => writeToTab(receiptPlace, receipt)
