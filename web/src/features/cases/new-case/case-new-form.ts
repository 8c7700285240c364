import {
  appErrors,
  type CaseDraft,
  type CaseEntry,
  type CaseKey,
  caseValuesOnWire,
  channelIds,
  enterCase,
  newCaseForm,
  withoutHidden,
  writeWire,
} from '@portal/contract'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { withValue } from '../record/case-draft.ts'

/** Draft of a new case. */
export type EntryDraft = CaseDraft & { readonly receivedOn?: string }

/** A new case is a call, unless the user says otherwise. */
export const emptyEntry: EntryDraft = { channelId: channelIds.phone }

/** The changes of another value: fields that depend on it are emptied. No field depends on the day of receipt. */
export const withEntryValue = (key: CaseKey | 'receivedOn', value: unknown): EntryDraft =>
  withValue({}, key as CaseKey, value)

interface Sending {
  readonly values: CaseEntry
  readonly senderKey: string
}

const entryKeys = ['isTaken', 'receivedOn', 'mailId', 'submitType'] as const

/** The body of a new case, without the fields that its other answers hide. */
function entryOnWire(values: CaseEntry): Record<string, unknown> {
  const shown = withoutHidden(newCaseForm, values)
  const entry = Object.fromEntries(entryKeys.map((key) => [key, shown[key]])) as CaseEntry
  return { ...caseValuesOnWire(shown), ...writeWire(newCaseForm, entry) }
}

const enter = ({ values, senderKey }: Sending) =>
  call(enterCase, { wire: entryOnWire(values) }, { headers: { 'Idempotency-Key': senderKey } })

const isKeyReused = (error: unknown) => error instanceof CallError && error.errorCode === appErrors.key_reused.word

/**
 * Enters a case; the key prevents a duplicate. If an earlier attempt with the other button, with or without taking the
 * case, succeeded and its response was lost, repeats that attempt and returns its case.
 */
export async function sendEntry({ values: { isTaken, ...values }, senderKey }: Sending) {
  const entry = { values: isTaken ? { ...values, isTaken } : values, senderKey }
  try {
    return await enter(entry)
  } catch (error) {
    if (!isKeyReused(error)) throw error
    return enter({ values: isTaken ? values : { ...values, isTaken: true }, senderKey })
  }
}

type EntryKey = CaseKey | 'receivedOn'

/** The sheet in the order of a call, by parts; all other fields are collapsed below. */
// biome-ignore format: a table
export const sheet = {
  caller:   ['channelId', 'receivedOn', 'profile', 'anonymous', 'organisationName', 'contactPerson', 'organisationPhone', 'lastName', 'firstName', 'phone', 'email'],
  callback: ['doNotCall', 'callHours', 'onlyToReporter', 'language', 'needsAccommodation', 'interpreter', 'signLanguage', 'easyLanguage', 'accessiblePlace', 'otherAccommodation'],
  note:     ['message'],
  facts:    ['eventDate', 'eventYearConfirmed', 'eventDateUnknown', 'placeRegion', 'placeProvince', 'placeCity', 'grounds', 'attachments'],
} as const satisfies Record<string, readonly EntryKey[]>
export type SheetPart = keyof typeof sheet
export const sheetKeys: readonly EntryKey[] = Object.values(sheet).flat()

/** A call reaches the office today; what comes by mail may have come earlier. */
export const asksForReceipt = ({ channelId, receivedOn }: Pick<EntryDraft, 'channelId' | 'receivedOn'>) =>
  channelId !== channelIds.phone || Boolean(receivedOn)

/** Whether the sheet still shows a field: a date that is typed is not unknown, and its box would cost another key. */
export const isOnSheet = (key: EntryKey, { eventDate, eventDateUnknown }: EntryDraft) =>
  key !== 'eventDateUnknown' || !eventDate || eventDateUnknown === true
