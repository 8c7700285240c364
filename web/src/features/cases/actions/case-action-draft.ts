import {
  type CaseAction,
  type CaseActionInput,
  type CaseActionKey,
  type CaseActionRule,
  type CaseActionWord,
  type CaseDetail,
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

export type ActionDraft = DraftOf<typeof caseActionFields>

/** What was typed in the dialog of an action; of an assignment, with the level that was chosen there. */
export interface ActionWork {
  readonly typed: ActionDraft
  readonly level?: CaseActionWord | undefined
}

export const isActionBegun = ({ typed, level }: ActionWork) =>
  level !== undefined || Object.values(typed).some((value) => value !== undefined && value !== '' && value !== false)

export const actionField = (key: CaseActionKey): Field => caseActionFields[key]

const form = caseActionForm as Form<CaseActionInput>

/** Level I closes at once only what was answered at once or is out of the office's remit. */
const mustTellPromptness = (action: CaseAction, { values }: Pick<CaseDetail, 'values'>) =>
  action === 'closeAtOnce' && !isClosedAtOnce(values)

/** What an action asks for a case: what it needs and the case does not say, and a reason, which may be left out where it is not needed. */
export function askedKeys(action: CaseAction, record: Pick<CaseDetail, 'values'>): CaseActionKey[] {
  const missing = missingNeeds(action, {}, record.values).map(({ key }) => key)
  const { needs }: CaseActionRule = caseActions[action]
  const asked = needs.flatMap((need): CaseActionKey[] => {
    const keys: readonly CaseActionKey[] = fieldsOfNeed[need]
    return keys.some((key) => missing.includes(key)) ? [...keys] : []
  })
  const promptness: CaseActionKey[] = mustTellPromptness(action, record) ? ['isAnsweredAtOnce'] : []
  return [...promptness, ...asked.filter((key) => key !== 'reason'), 'reason']
}

/** Whether an asked field must be filled: the first of each need, and the day of an action performed. */
export const isNeeded = (action: CaseAction, key: CaseActionKey, record: Pick<CaseDetail, 'values'>) =>
  key === 'performedOn' ||
  key === 'isAnsweredAtOnce' ||
  missingNeeds(action, {}, record.values).some((missing) => missing.key === key)

export interface ActionFault {
  readonly key: CaseActionKey
  readonly message: MessageKey
}

interface ReadAction {
  readonly wire: Record<string, unknown>
  readonly faults: readonly ActionFault[]
}

/** An action as it is typed, on its way to the server, with all that is wrong with it. */
export function readAction(
  { word, action }: { readonly word: CaseActionWord; readonly action: CaseAction },
  draft: ActionDraft,
  record: Pick<CaseDetail, 'id' | 'version' | 'values'>,
  today: PlainDate,
): ReadAction {
  const typed = { ...draft, caseId: record.id, version: record.version, word: caseActionWords[word] }
  const { values, issues } = readDraft(form, typed, today)
  const fieldFaults = issues.map(({ key, message }): ActionFault => ({ key: key as CaseActionKey, message }))
  const missing = missingNeeds(action, values, record.values).filter(
    ({ key }) => !fieldFaults.some((one) => one.key === key),
  )
  const missingPromptness: ActionFault[] =
    mustTellPromptness(action, record) && !values.isAnsweredAtOnce
      ? [{ key: 'isAnsweredAtOnce', message: 'campo_obbligatorio' }]
      : []
  return { wire: writeWire(form, values), faults: [...missingPromptness, ...missing, ...fieldFaults] }
}

/** Another choice empties what hangs on it. */
export function withChosen(draft: ActionDraft, key: CaseActionKey, value: unknown): ActionDraft {
  const below = (Object.keys(caseActionFields) as CaseActionKey[]).filter((one) => actionField(one).parent === key)
  return { ...draft, ...Object.fromEntries(below.map((child) => [child, undefined])), [key]: value }
}

/** The reason that begins with a usual one, in place of the usual one that it began with. */
export function withUsualReason(reason: string, before: string, chosen: string): string {
  const own = before !== '' && reason.startsWith(before) ? reason.slice(before.length).replace(/^[.:\s]+/, '') : reason
  if (chosen === '') return own
  return own === '' ? chosen : `${chosen}. ${own}`
}
