import {
  type CaseAction,
  type CaseActionInput,
  type CaseActionKey,
  type CaseActionRule,
  type CaseActionWord,
  type CaseDetail,
  type CaseTransition,
  canBeUndone,
  caseActionFields,
  caseActionForm,
  caseActions,
  caseActionWords,
  type DraftOf,
  type Field,
  type Form,
  fieldsOfNeed,
  isClosedAtOnce,
  type MessageKey,
  missingNeeds,
  type PlainDate,
  readDraft,
  writeWire,
} from '@portal/contract'

/** What is typed for an action. */
export type ActionDraft = DraftOf<typeof caseActionFields>

/** How an action is asked for: not at all, by its reason in one line, or by a dialog, as for what cannot be undone. */
export type ActionMode = 'atOnce' | 'line' | 'dialog'

/** Closing shows what is closed. */
const confirmed: readonly CaseTransition[] = ['close', 'closeAtOnce']

export function modeOf(action: CaseTransition, record: Pick<CaseDetail, 'values'>): ActionMode {
  if (!canBeUndone(action) || confirmed.includes(action)) return 'dialog'
  const missing = missingNeeds(action, {}, record.values)
  if (missing.length === 0) return 'atOnce'
  return missing.every(({ key }) => key === 'reason') ? 'line' : 'dialog'
}

export const actionField = (key: CaseActionKey): Field => caseActionFields[key]

const form = caseActionForm as Form<CaseActionInput>

/** Level I closes a case at once only if it was answered at once or is out of the office's remit: the form asks which. */
const needsPromptness = (action: CaseAction, { values }: Pick<CaseDetail, 'values'>) =>
  action === 'closeAtOnce' && !isClosedAtOnce(values)

/** The fields of the form of an action: what it needs and the case lacks, and a reason, optional unless the action needs it. */
export function actionKeysOf(action: CaseAction, record: Pick<CaseDetail, 'values'>): CaseActionKey[] {
  const missing = missingNeeds(action, {}, record.values).map(({ key }) => key)
  const { needs }: CaseActionRule = caseActions[action]
  const neededKeys = needs.flatMap((need): CaseActionKey[] => {
    const keys: readonly CaseActionKey[] = fieldsOfNeed[need]
    return keys.some((key) => missing.includes(key)) ? [...keys] : []
  })
  const promptness: CaseActionKey[] = needsPromptness(action, record) ? ['isAnsweredAtOnce'] : []
  return [...promptness, ...neededKeys.filter((key) => key !== 'reason'), 'reason']
}

/** True if a field of the form is mandatory: the first field of each need, and the day of a performed action. */
export const isNeeded = (action: CaseAction, key: CaseActionKey, record: Pick<CaseDetail, 'values'>) =>
  key === 'performedOn' ||
  key === 'isAnsweredAtOnce' ||
  missingNeeds(action, {}, record.values).some((missing) => missing.key === key)

export interface ActionFieldError {
  readonly key: CaseActionKey
  readonly message: MessageKey
}

interface ActionReading {
  readonly wire: Record<string, unknown>
  readonly errors: readonly ActionFieldError[]
}

/** Reads the draft of an action: the body to send and all its validation errors. */
export function readAction(
  { word, action }: { readonly word: CaseActionWord; readonly action: CaseAction },
  draft: ActionDraft,
  record: Pick<CaseDetail, 'id' | 'version' | 'values'>,
  today: PlainDate,
): ActionReading {
  const typed = { ...draft, caseId: record.id, version: record.version, word: caseActionWords[word] }
  const { values, fieldErrors } = readDraft(form, typed, today)
  const ofFields = fieldErrors.map(({ key, message }): ActionFieldError => ({ key: key as CaseActionKey, message }))
  const missing = missingNeeds(action, values, record.values).filter(
    ({ key }) => !ofFields.some((one) => one.key === key),
  )
  const missingPromptness: ActionFieldError[] =
    needsPromptness(action, record) && !values.isAnsweredAtOnce
      ? [{ key: 'isAnsweredAtOnce', message: 'campo_obbligatorio' }]
      : []
  return { wire: writeWire(form, values), errors: [...missingPromptness, ...missing, ...ofFields] }
}

/** The draft with a new value; fields that depend on it are emptied. */
export function withActionValue(draft: ActionDraft, key: CaseActionKey, value: unknown): ActionDraft {
  const below = (Object.keys(caseActionFields) as CaseActionKey[]).filter((one) => actionField(one).parent === key)
  return { ...draft, ...Object.fromEntries(below.map((child) => [child, undefined])), [key]: value }
}

/** The reason with the predefined beginning `before` replaced by `chosen`. */
export function withPredefinedReason(reason: string, before: string, chosen: string): string {
  const own = before !== '' && reason.startsWith(before) ? reason.slice(before.length).replace(/^[.:\s]+/, '') : reason
  if (chosen === '') return own
  return own === '' ? chosen : `${chosen}. ${own}`
}
