import {
  type CaseDraft,
  type CaseEntry,
  type CaseKey,
  caseValuesOnWire,
  enterCase,
  newCaseForm,
  problems,
  withoutHidden,
  writeWire,
} from '@portal/contract'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { changedKeys, enteredKeys, withTyped } from '../record/case-draft.ts'

/** A case that is being entered, as it is typed. */
export type EntryDraft = CaseDraft & { readonly receivedOn?: string }

/** The draft, with the key that a repeat of this very text is known by. */
export interface EntryWork {
  readonly draft: EntryDraft
  readonly senderKey: string
}

export const freshEntry = (): EntryWork => ({ draft: {}, senderKey: newSenderKey() })

export const typedEntry = ({ draft }: EntryWork, key: CaseKey | 'receivedOn', value: unknown): EntryWork => ({
  // The day of receipt is the entry's own: nothing of the case hangs on it.
  draft: withTyped(draft, key as CaseKey, value),
  senderKey: newSenderKey(),
})

export const isEntryBegun = ({ draft }: EntryWork) =>
  changedKeys({}, draft, enteredKeys).length > 0 || Boolean(draft.receivedOn)

interface Sending {
  readonly values: CaseEntry
  readonly senderKey: string
}

const entryKeys = ['isTaken', 'receivedOn', 'submitType'] as const

/** The body of a new case: what its own answers hide is not sent. */
function entryOnWire(values: CaseEntry): Record<string, unknown> {
  const shown = withoutHidden(newCaseForm, values)
  const entry = Object.fromEntries(entryKeys.map((key) => [key, shown[key]])) as CaseEntry
  return { ...caseValuesOnWire(shown), ...writeWire(newCaseForm, entry) }
}

const enter = ({ values, senderKey }: Sending) =>
  call(enterCase, { wire: entryOnWire(values) }, { headers: { 'Idempotency-Key': senderKey } })

const isKeyReused = (error: unknown) => error instanceof CallError && error.errorCode === problems.key_reused.word

/**
 * Enters a case; the same key makes no second one. If a first try got there by the other button, to take it or not, and its
 * answer was lost, the case is the one that it made.
 */
export async function sendEntry({ values: { isTaken, ...values }, senderKey }: Sending) {
  const given = { values: isTaken ? { ...values, isTaken } : values, senderKey }
  try {
    return await enter(given)
  } catch (error) {
    if (!isKeyReused(error)) throw error
    return enter({ values: isTaken ? values : { ...values, isTaken: true }, senderKey })
  }
}

/** What a telephone call begins with; the rest stands folded below. */
export const firstKeys = ['channelId', 'profile'] as const satisfies readonly CaseKey[]
export const nextKeys = [
  ...(['anonymous', 'organisationName', 'contactPerson', 'organisationPhone'] as const),
  ...(['lastName', 'firstName', 'phone', 'message', 'eventDate', 'eventDateUnknown'] as const),
  ...(['placeRegion', 'placeProvince', 'placeCity', 'attachments'] as const),
] satisfies readonly CaseKey[]
