import {
  type AssociationActionKey,
  type AssociationActionValues,
  type AssociationActionWord,
  type AssociationDetail,
  type AssociationKey,
  associationActionFields,
  associationActionForm,
  associationActionWords,
  checklistOf,
  type DraftOf,
  type Field,
  type FormFieldError,
  fieldsOfAssociationAction,
  formatScreenDate,
  missingOfAssociationAction,
  missingSeatOf,
  readDraft,
  writeWire,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { today } from '#lib/i18n/format.tsx'
import { associationTexts } from '../record/association-record.ts'
import { uncheckedDocuments } from '../record/document-checks.ts'
import type { DocumentNotes } from '../record/document-notes.ts'

export type ActionDraft = DraftOf<typeof associationActionFields>
export type ActionRecord = Pick<
  AssociationDetail,
  | 'id'
  | 'version'
  | 'status'
  | 'checkedDocuments'
  | 'isRemovalRequested'
  | 'isTermExtended'
  | 'decreeFrom'
  | 'correctedFrom'
  | 'decreeNumber'
  | 'decreeDate'
  | 'missingItems'
  | 'values'
>

export const actionField = (key: AssociationActionKey): Field => associationActionFields[key]

/** The fields that the user fills in; the checklist is filled in beside the documents. */
export const actionKeysOf = (word: AssociationActionWord) =>
  fieldsOfAssociationAction(word).filter((key) => key !== 'checkedDocuments')

/** Whether an action sends the checklist. */
export const hasChecklist = (word: AssociationActionWord) =>
  fieldsOfAssociationAction(word).includes('checkedDocuments')

/** What the action needs and the record lacks before it can begin: documents that nobody has checked yet. */
export const isChecklistOpen = (word: AssociationActionWord, { checkedDocuments }: ActionRecord) =>
  hasChecklist(word) && checklistOf(word).some((type) => !checkedDocuments.includes(type))

const workflowFacts = ({ status, isRemovalRequested, isTermExtended, decreeFrom, correctedFrom }: ActionRecord) => ({
  status,
  isRemovalRequested,
  isTermExtended,
  decreeFrom,
  correctedFrom,
  today: today(),
  isNumberFree: true,
})

/** Whether a field of the action must have a value. */
export const isNeeded = (word: AssociationActionWord, key: AssociationActionKey, record: ActionRecord) =>
  missingOfAssociationAction(word, {}, workflowFacts(record)).some((missing) => missing.key === key)

/**
 * The first draft: a request for documents names what nobody has checked yet or is not there, with the notes written beside it; a
 * correction what is in force.
 */
export function startOf(
  t: TFunction,
  word: AssociationActionWord,
  record: ActionRecord,
  notes: DocumentNotes = {},
): ActionDraft {
  if (word === 'correctDecree') return decreeOf(record)
  if (word === 'correctDocuments') return record.missingItems ? { missingItems: record.missingItems } : {}
  if (word !== 'askDocuments') return {}
  const documents = uncheckedDocuments(record)
  const lineOf = (key: AssociationKey, note?: string) =>
    [`- ${associationTexts.labelOf(t, key)}`, note].filter(Boolean).join(': ')
  const lines = [
    ...documents.map((key) => lineOf(key, notes[key])),
    ...missingSeatOf(record.values).map((key) => lineOf(key)),
  ]
  if (lines.length === 0) return {}
  return { missingItems: [t('register.documents.toRequest'), ...lines].join('\n') }
}

const decreeOf = ({ decreeNumber, decreeDate }: ActionRecord): ActionDraft => ({
  ...(decreeNumber && { decreeNumber }),
  ...(decreeDate && { decreeDate: formatScreenDate(decreeDate) }),
})

interface ActionReading {
  readonly wire: Record<string, unknown>
  readonly errors: readonly FormFieldError[]
}

/** Reads the draft of an action: the body to send and all its errors. */
export function readAction(word: AssociationActionWord, draft: ActionDraft, record: ActionRecord): ActionReading {
  const typed = {
    ...draft,
    associationId: record.id,
    version: record.version,
    word: associationActionWords[word],
    ...(hasChecklist(word) && { checkedDocuments: record.checkedDocuments }),
  }
  const { values, fieldErrors } = readDraft<AssociationActionValues>(associationActionForm, typed, today())
  const missing = missingOfAssociationAction(word, values, workflowFacts(record)).filter(
    ({ key }) => !fieldErrors.some((one) => one.key === key),
  )
  return { wire: writeWire(associationActionForm, values), errors: [...missing, ...fieldErrors] }
}
