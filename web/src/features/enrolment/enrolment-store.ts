import { newSenderKey } from '#lib/api/sender-key.ts'
import { readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'
import { office } from '#lib/page/page-settings.ts'
import type { FormDraft } from './association-draft.ts'

/** The name of the draft's place in the tab; raise the number when its shape changes. */
export const draftName = 'enrolment.draft.1'
const draftPlace = `${office.slug}.${draftName}`
const receiptPlace = `${office.slug}.enrolment.receipt.1`

/** What an application was answered. */
export interface EnrolmentReceipt {
  readonly requestNumber?: string | undefined
  readonly waitsForConfirmation: boolean
}

export const hasDraft = () => readFromTab(draftPlace) !== undefined
/** Puts an application into the tab, for the form to begin with. */
export const storeDraft = (typed: FormDraft) =>
  writeToTab(draftPlace, { work: { typed, senderKey: newSenderKey() }, storedAt: Date.now() })

export const findReceipt = () => readFromTab<EnrolmentReceipt>(receiptPlace)
export const storeReceipt = (receipt: EnrolmentReceipt) => writeToTab(receiptPlace, receipt)
