import {
  type CaseDetail,
  type CaseValues,
  type ChoicePath,
  type Classified,
  type ClassifiedField,
  caseFields,
  classifyCase,
  type Field,
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
import { focusById } from '#ui/focus-by-id.ts'
import { useCaseRefresh } from '../actions/case-commands.queries.ts'
import { caseQuery } from '../cases.queries.ts'
import { choiceLabel } from './case-field-texts.ts'

const groundColumns = caseFields.grounds.columns
const mainGroundOf = ({ grounds = [] }: CaseValues) => mainGroundFirst(grounds)[0]

/** A choice of the classification, saved by itself. */
interface Choice {
  readonly path: ChoicePath
  readonly field: Field
  readonly valueOf: (values: CaseValues) => number | undefined
  readonly bodyOf: (choiceId: number | undefined, values: CaseValues) => Omit<Classified, 'id' | 'version'>
  /** What a choice replaces: a field of life has its contexts, a ground is one of several. */
  readonly replacedIn: (values: CaseValues) => unknown
}

const ownField = (key: Exclude<ClassifiedField, 'ground'>): Choice => ({
  path: key,
  field: caseFields[key],
  valueOf: (values) => values[key],
  bodyOf: (choiceId) => ({ field: key, choiceId }),
  replacedIn: (values) => (key === 'fieldId' ? [values.fieldId, values.contexts] : [values[key]]),
})

/** In the order in which it is made; the sub-ground, which few grounds have, comes after what every case has. */
const choices: readonly Choice[] = [
  ownField('relevanceId'),
  ownField('fieldId'),
  {
    path: 'grounds.groundId',
    field: groundColumns.groundId,
    valueOf: (values) => mainGroundOf(values)?.groundId,
    bodyOf: (choiceId) => ({ field: 'ground', choiceId }),
    replacedIn: ({ grounds }) => grounds,
  },
  ownField('modeId'),
  {
    path: 'grounds.subGroundId',
    field: groundColumns.subGroundId,
    valueOf: (values) => mainGroundOf(values)?.subGroundId,
    bodyOf: (subGroundId, values) => ({ field: 'ground', choiceId: mainGroundOf(values)?.groundId, subGroundId }),
    replacedIn: ({ grounds }) => grounds,
  },
  ownField('outcomeId'),
]

/** How long a choice may still change by the keys: typing and arrows go through the others. */
const settleMs = 600

interface Props {
  readonly record: CaseDetail
  /** Counts how often a key led here; the first empty choice then takes the focus. */
  readonly entered?: number
}

/** The classification of a case, edited where it is read: each choice is saved by itself. Its key leads to the first empty one. */
export function Classification({ record, entered = 0 }: Props) {
  const groundId = mainGroundOf(record.values)?.groundId
  const isEmpty = (choice: Choice) => !choice.field.parent && choice.valueOf(record.values) === undefined
  const first = choices.find(isEmpty) ?? choices[0]
  // Where the key led: what is saved there makes another one the first, and the focus stays.
  const led = useRef({ entered, first })
  if (led.current.entered !== entered) led.current = { entered, first }
  return (
    <dl className="definitions classification">
      {choices.map((choice) => {
        const parentId = choice.field.parent === undefined ? undefined : groundId
        return (
          <ClassifiedChoice
            key={`${choice.path} ${parentId}`}
            choice={choice}
            parentId={parentId}
            record={record}
            hasKey={choice === first}
            entered={choice === led.current.first ? entered : 0}
          />
        )
      })}
    </dl>
  )
}

interface Saved {
  readonly choiceId: number | undefined
  /** The values of the case that the user saw when they chose. */
  readonly seen: CaseValues
}

/** The case as it is now, of an error because it has changed. */
const changedIn = (error: unknown) =>
  error instanceof Error && isVersionConflict(error) ? (error.record as CaseDetail | undefined) : undefined

/**
 * Saves a choice; one after the other, each under the version that the one before made. Where a colleague has changed only others
 * since, it is saved under the newest version.
 */
function useClassify(record: CaseDetail, { bodyOf, replacedIn }: Choice) {
  const { id } = record
  const queryClient = useQueryClient()
  const refresh = useCaseRefresh()
  return useMutation({
    meta: { isHandled: true },
    scope: { id: `classify ${id}` },
    mutationFn: async ({ choiceId, seen }: Saved) => {
      const classify = ({ version, values }: Pick<CaseDetail, 'version' | 'values'>) =>
        call(classifyCase, { body: { id, version, ...bodyOf(choiceId, values) } })
      try {
        return await classify(queryClient.getQueryData(caseQuery(id).queryKey) ?? record)
      } catch (error) {
        const changed = changedIn(error)
        const isSame = changed && JSON.stringify(replacedIn(changed.values)) === JSON.stringify(replacedIn(seen))
        if (!isSame) throw error
        return classify(changed)
      }
    },
    onSuccess: (changed) => refresh(id, changed),
    onError: (error) => {
      if (error instanceof CallError && error.status === 409) void refresh(id, error.record as CaseDetail)
    },
  })
}

interface ChoiceProps {
  readonly choice: Choice
  /** The choice that this one depends on. */
  readonly parentId: number | undefined
  readonly record: CaseDetail
  /** Whether the key of classification leads here. */
  readonly hasKey: boolean
  /** Counts how often a key led here. */
  readonly entered: number
}

function ClassifiedChoice({ choice, parentId, record, hasKey, entered }: ChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  const { items } = useList(choice.field, parentId)
  const stored = choice.valueOf(record.values)
  const saving = useClassify(record, choice)
  const save = (choiceId: number | undefined) => saving.mutate({ choiceId, seen: record.values })
  const { chosen, choose, settle, leave } = useSettling(stored, save)
  useEffect(() => {
    if (entered) focusById(id)
  }, [entered, id])
  // Many grounds are not divided.
  if (choice.field.parent && items.length === 0) return null
  const mine = saving.variables?.choiceId
  const isConflict = isVersionConflict(saving.error)
  const labelOf = (itemId: number | undefined) =>
    items.find((item) => item.id === itemId)?.label ?? t('caseDetail.classify.none')
  return (
    <div className="definition">
      <dt>
        <label htmlFor={id}>{choiceLabel(t, choice.path)}</label>
      </dt>
      <dd>
        <select
          id={id}
          {...(hasKey && shortcut('classify'))}
          className="classify-select"
          value={chosen ?? ''}
          aria-busy={saving.isPending || undefined}
          onChange={(event) => choose(event.target.value === '' ? undefined : Number(event.target.value))}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle()
            if (event.key !== 'Escape') return
            leave()
            // Where no list takes the focus back, the keys of the page work again.
            event.currentTarget.blur()
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
            <Button size="sm" variant="secondary" onClick={() => save(mine)}>
              {t('caseDetail.classify.mine')}
            </Button>
            <Button size="sm" variant="quiet" onClick={saving.reset}>
              {t('caseDetail.classify.theirs')}
            </Button>
          </div>
        )}
        {saving.error && !isConflict && (
          <>
            <CallErrorAlert error={saving.error} />
            <Button size="sm" variant="secondary" onClick={() => save(mine)}>
              {t('caseDetail.classify.again', { mine: labelOf(mine) })}
            </Button>
          </>
        )}
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
    // The focus may leave before the next rendering.
    latest.current = undefined
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
