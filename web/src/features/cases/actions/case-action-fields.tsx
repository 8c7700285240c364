import {
  type CaseAction,
  type CaseActionKey,
  type CaseActionWord,
  type CaseDetail,
  type CaseKey,
  caseFields,
  offeredItems,
  type ReferenceList,
} from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { DeskFieldView } from '#form/fields/desk-field-view.tsx'
import { choiceIn } from '#form/read-only/form-display.ts'
import { Select } from '#ui/field/select.tsx'
import { caseLabel } from '../record/case-field-texts.ts'
import { type ActionDraft, actionField, isNeeded, withPredefinedReason } from './case-action-draft.ts'

export const actionFormId = 'action'
/** Id of the control of a field of an action. */
export const actionFieldId = (key: string) => `${actionFormId}-${key}`

const ownLabels = ['operatorId', 'reason', 'performedActionId', 'performedOn'] as const
const columnLabels = ['groundId', 'subGroundId'] as const
const isAmong = <K extends string>(keys: readonly K[], key: string): key is K => keys.some((one) => one === key)

export function actionLabelOf(t: TFunction, key: CaseActionKey): string {
  if (isAmong(ownLabels, key)) return t(`caseActions.fields.${key}`)
  if (isAmong(columnLabels, key)) return t(`caseColumns.${key}`)
  return key in caseFields ? caseLabel(t, key as CaseKey) : key
}

interface Props {
  readonly word: CaseActionWord
  readonly action: CaseAction
  readonly keys: readonly CaseActionKey[]
  readonly record: CaseDetail
  readonly draft: ActionDraft
  readonly errorOf: (key: CaseActionKey) => string | undefined
  readonly onChange: (key: CaseActionKey, value: unknown) => void
}

type OwnView = (
  props: Props & { readonly id: string; readonly label: string; readonly error: string | undefined },
) => ReactNode

/** Fields that the dialog renders with a control of their own. */
const ownViews: Partial<Record<CaseActionKey, OwnView>> = {
  reason: (props) => (
    <>
      <UsualReasons
        word={props.word}
        reason={props.draft.reason ?? ''}
        onChange={(reason) => props.onChange('reason', reason)}
      />
      <PlainField {...props} fieldKey="reason" />
    </>
  ),
}

/** The fields of an action, in the order of its needs. */
export function ActionFields(props: Props) {
  const { t } = useTranslation()
  return props.keys.map((key) => {
    const own = ownViews[key]
    const texts = { id: actionFieldId(key), label: actionLabelOf(t, key), error: props.errorOf(key) }
    const View = own ?? PlainField
    return <View key={key} {...props} {...texts} fieldKey={key} />
  })
}

function PlainField({ fieldKey: key, action, record, draft, errorOf, onChange }: Props & { fieldKey: CaseActionKey }) {
  const { t } = useTranslation()
  const field = actionField(key)
  const required = isNeeded(action, key, record)
  const hints: Partial<Record<CaseActionKey, string>> = {
    ...(!required && { reason: t('caseActions.reasonOptional') }),
    isAnsweredAtOnce: t('caseActions.answeredAtOnceHint'),
  }
  return (
    <DeskFieldView
      id={actionFieldId(key)}
      field={field}
      label={actionLabelOf(t, key)}
      hint={hints[key]}
      error={errorOf(key)}
      required={required}
      value={draft[key]}
      parentValue={choiceIn(draft, field.parent)}
      onChange={(value) => onChange(key, value)}
    />
  )
}

/** The predefined reasons of an action; choosing one puts it at the start of the text. */
const reasonLists: Partial<Record<CaseActionWord, ReferenceList>> = {
  cancel: 'cancellation_reason',
  reopen: 'reopening_reason',
}

const longestFirst = (one: string, other: string) => other.length - one.length

interface UsualReasonsProps {
  readonly word: CaseActionWord
  readonly reason: string
  readonly onChange: (reason: string) => void
}

/** The predefined reasons of an action, where it has any. */
export function UsualReasons({ word, reason, onChange }: UsualReasonsProps) {
  const { t } = useTranslation()
  const { data: lists } = useQuery(bundleQuery())
  const list = reasonLists[word]
  const options = list ? offeredItems(lists?.[list] ?? [], []).map(({ label }) => ({ value: label, label })) : []
  if (!list) return null
  // The reason starts with the predefined one that was chosen for it; one may start with another.
  const [chosen = ''] = options
    .map(({ value }) => value)
    .filter((value) => reason.startsWith(value))
    .sort(longestFirst)
  return (
    <Select
      id={actionFieldId('usual')}
      label={t('caseActions.reasonList')}
      hint={t('caseActions.reasonListHint')}
      emptyLabel={t('report.choose')}
      value={chosen}
      options={options}
      onChange={(label) => onChange(withPredefinedReason(reason, chosen, label))}
    />
  )
}
