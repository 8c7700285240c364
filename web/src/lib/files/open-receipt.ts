import { closeFollowUp, getFollowUpReceipt, openFollowUp } from '@portal/contract'
import { call, callFile } from '../api/call.ts'
import { saveDocument } from './save-document.ts'

/** Saves the receipt of the report that this browser has open by code and pin, in the page's language. */
export async function saveReceipt(code: string): Promise<void> {
  await saveDocument(code, (query) => callFile(getFollowUpReceipt, { query }))
}

/** Saves the receipt of a report by its code and pin, and closes the session again. */
export async function openReceipt(code: string, pin: string): Promise<void> {
  await call(openFollowUp, { body: { code, pin } })
  try {
    await saveReceipt(code)
  } finally {
    await call(closeFollowUp, {}).catch(() => undefined)
  }
}
