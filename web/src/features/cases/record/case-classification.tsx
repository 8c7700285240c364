import {
  type CaseDetail,
  type CaseKey,
  type CaseValues,
  type ClassifiedField,
  caseFields,
  classifyCase,
  mainGroundFirst,
  offeredItems,
} from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '#form/choices.ts'
import { call } from '#lib/api/call.ts'
import { CallError, isVersionConflict } from '#lib/api/call-error.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { Button } from '#ui/button.tsx'
import { useCaseRefresh } from '../actions/case-commands.queries.ts'
import { caseQuery } from '../cases.queries.ts'
import { caseLabel } from './case-field-texts.ts'

/** The fields of a classification, in the order in which it is made. */
const classified = [
  { name: 'relevanceId', key: 'relevanceId' },
  { name: 'fieldId', key: 'fieldId' },
  { name: 'ground', key: 'grounds' },
  { name: 'modeId', key: 'modeId' },
  { name: 'outcomeId', key: 'outcomeId' },
] as const satisfies readonly { name: ClassifiedField; key: CaseKey }[]

/** How long a choice may still change by the keys: typing and arrows go through the others. */
const settleMs = 600

const listOf = (name: ClassifiedField) => (name === 'ground' ? caseFields.grounds.columns.groundId : caseFields[name])

const choiceOf = ({ grounds = [], ...values }: CaseValues, name: ClassifiedField): number | undefined =>
  name === 'ground' ? mainGroundFirst(grounds)[0]?.groundId : values[name]

/** The classification of a case, edited where it is read: each field is saved by itself. */
export function Classification({ record }: { readonly record: CaseDetail }) {
  return (
    <dl className="definitions classification">
      {classified.map(({ name, key }, index) => (
        <ClassifiedChoice key={name} name={name} labelKey={key} record={record} isFirst={index === 0} />
      ))}
    </dl>
  )
}

/** Sets a field; one after the other, each under the version that the one before made. */
function useClassify(caseId: number, field: ClassifiedField) {
  const queryClient = useQueryClient()
  const refresh = useCaseRefresh()
  return useMutation({
    meta: { isHandled: true },
    scope: { id: `classify ${caseId}` },
    mutationFn: (choiceId: number | undefined) => {
      const version = queryClient.getQueryData(caseQuery(caseId).queryKey)?.version ?? 0
      return call(classifyCase, { body: { id: caseId, version, field, choiceId } })
    },
    onSuccess: (changed) => refresh(caseId, changed),
    onError: (error) => {
      if (error instanceof CallError && error.status === 409) void refresh(caseId, error.record as CaseDetail)
    },
  })
}

interface ChoiceProps {
  readonly name: ClassifiedField
  readonly labelKey: CaseKey
  readonly record: CaseDetail
  /** The first one is reached by a key. */
  readonly isFirst: boolean
}

function ClassifiedChoice({ name, labelKey, record, isFirst }: ChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  const { items } = useList(listOf(name), undefined)
  const stored = choiceOf(record.values, name)
  const saving = useClassify(record.id, name)
  const { chosen, choose, settle, leave } = useSettling(stored, saving.mutate)
  const mine = saving.variables
  const isConflict = isVersionConflict(saving.error)
  const labelOf = (choice: number | undefined) =>
    items.find((item) => item.id === choice)?.label ?? t('caseDetail.classify.none')
  return (
    <div className="definition">
      <dt>
        <label htmlFor={id}>{caseLabel(t, labelKey)}</label>
      </dt>
      <dd>
        <select
          id={id}
          {...(isFirst && shortcut('classify'))}
          className="classify-select"
          value={chosen ?? ''}
          aria-busy={saving.isPending || undefined}
          onChange={(event) => choose(event.target.value === '' ? undefined : Number(event.target.value))}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle()
            if (event.key === 'Escape') leave()
          }}
        >
          <option value="">{t('caseDetail.classify.none')}</option>
          {offeredItems(items, stored === undefined ? [] : [stored]).map((item) => (
            <option key={item.id} value={item.id}>
              {item.label}
            </option>
          ))}
        </select>
        {isConflict && (
          <div className="classify-conflict" role="alert">
            <p>{t('caseDetail.classify.conflict', { theirs: labelOf(stored), mine: labelOf(mine) })}</p>
            <Button size="sm" variant="secondary" onClick={() => saving.mutate(mine)}>
              {t('caseDetail.classify.mine')}
            </Button>
            <Button size="sm" variant="quiet" onClick={saving.reset}>
              {t('caseDetail.classify.theirs')}
            </Button>
          </div>
        )}
        {!isConflict && <CallErrorAlert error={saving.error} />}
      </dd>
    </div>
  )
}

/** A choice that is saved once it rests: keys go through others on the way to it. */
function useSettling(stored: number | undefined, save: (choice: number | undefined) => void) {
  const [pending, setPending] = useState<{ readonly choice: number | undefined }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(pending)
  latest.current = pending
  const settle = () => {
    clearTimeout(timer.current)
    const { current } = latest
    latest.current = undefined
    setPending(undefined)
    if (current && current.choice !== stored) save(current.choice)
  }
  const leave = () => {
    clearTimeout(timer.current)
    setPending(undefined)
  }
  const choose = (choice: number | undefined) => {
    clearTimeout(timer.current)
    setPending({ choice })
    timer.current = setTimeout(() => settled.current(), settleMs)
  }
  const settled = useRef(settle)
  settled.current = settle
  // A page that is left saves what rests.
  useEffect(() => () => settled.current(), [])
  return { chosen: pending ? pending.choice : stored, choose, settle, leave }
}
