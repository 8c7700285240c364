import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { FieldText } from '../read-only/field-text.tsx'
import type { FormDisplay } from '../read-only/form-display.ts'
import type { LockStatus } from './edit-lock.ts'
import {
  type Choices,
  type Difference,
  defaultChoices,
  openDifferences,
  type Side,
  type Versions,
} from './edit-merge.ts'
import type { EditSession } from './edit-state.ts'
import type { EditedForm, SavedValues } from './edited-form.ts'
import type { EditFormOf } from './use-edit-session.ts'

export const mergeTitleId = 'edit-merge'

interface Props<D extends object, R extends LockStatus & SavedValues, K extends string> {
  readonly form: EditFormOf<D, R>
  readonly work: EditSession<D>
  /** The record as another user saved it. */
  readonly record: R
  readonly edited: EditedForm<D, R, K>
}

/** Merges two versions of a record field by field: the original value, both changes, and which one to keep. */
export function MergePanel<D extends object, R extends LockStatus & SavedValues, K extends string>(
  props: Props<D, R, K>,
) {
  const { form, work, record, edited } = props
  const { kind, merge, display } = edited
  const { t } = useTranslation()
  const versions: Versions<D> = { base: work.base, ...form.compared(work, record) }
  const differences = merge.differencesOf(versions)
  const [choices, setChoices] = useState<Choices<K>>(() => defaultChoices(differences))
  const [hasTried, setTried] = useState(false)
  const open = openDifferences(differences, choices)
  const handleSave = () => {
    setTried(true)
    const [first] = open
    if (first) document.getElementById(choiceId(first.id, 'mine'))?.focus()
    else
      form.saveMerged({
        base: versions.theirs,
        version: record.version,
        draft: merge.mergedOf(versions, differences, choices),
      })
  }
  return (
    <section className="stack" aria-labelledby={mergeTitleId}>
      <h2 id={mergeTitleId} tabIndex={-1}>
        {t(`editMerge.title.${kind}`)}
      </h2>
      <p>{t(`editMerge.text.${kind}`)}</p>
      {differences.map((difference) => (
        <DifferenceCard
          key={difference.id}
          difference={difference}
          versions={versions}
          display={display}
          chosen={choices[difference.id]}
          isMissing={hasTried && choices[difference.id] === undefined}
          onChoose={(side) => setChoices({ ...choices, [difference.id]: side })}
        />
      ))}
      <div className="desk-actions">
        <Button pending={form.isSaving} pendingText={t('editForm.saving')} onClick={handleSave}>
          {t('editMerge.save')}
        </Button>
        <Button variant="secondary" onClick={() => form.backToTyping(work)}>
          {t('editMerge.back')}
        </Button>
        <p role="status" className="merge-left">
          {open.length > 0 ? t('editMerge.toChoose', { count: open.length }) : t('editMerge.allChosen')}
        </p>
      </div>
    </section>
  )
}

const choiceId = (id: string, side: Side) => `merge-${id}-${side}`

interface CardProps<D extends object, K extends string> {
  readonly display: FormDisplay<K>
  readonly difference: Difference<K>
  readonly versions: Versions<D>
  readonly chosen: Side | undefined
  readonly isMissing: boolean
  readonly onChoose: (side: Side) => void
}

function DifferenceCard<D extends object, K extends string>(props: CardProps<D, K>) {
  const { difference, versions, chosen, isMissing, onChoose, display } = props
  const { id, keys, changedBy } = difference
  const { t } = useTranslation()
  const title = keys.map((key) => display.texts.labelOf(t, key)).join(', ')
  const errorId = `merge-${id}-error`
  return (
    <Panel title={title} level={3}>
      <p className="merge-by">{t(`editMerge.changedBy.${changedBy}`)}</p>
      {isMissing && (
        <p id={errorId} className="field-error">
          {t('editMerge.choose')}
        </p>
      )}
      <div
        role="radiogroup"
        aria-label={title}
        aria-describedby={isMissing ? errorId : undefined}
        className="merge-sides"
      >
        <div className="merge-side">
          <h4>{t('editMerge.base')}</h4>
          <Values {...props} values={versions.base} />
        </div>
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className="merge-side">
            <h4>{t(`editMerge.${side}`)}</h4>
            <Values {...props} values={versions[side]} />
            <div className="radio">
              <input
                type="radio"
                id={choiceId(id, side)}
                name={`merge-${id}`}
                checked={chosen === side}
                aria-invalid={isMissing || undefined}
                onChange={() => onChoose(side)}
              />
              <label htmlFor={choiceId(id, side)}>
                <span>{t(side === 'mine' ? 'editMerge.keepMine' : 'editMerge.keepTheirs')}</span>
                <span className="visually-hidden">{`: ${title}`}</span>
              </label>
            </div>
          </div>
        ))}
      </div>
    </Panel>
  )
}

/** The values of a version; several fields each with its label. */
function Values<D extends object, K extends string>(props: CardProps<D, K> & { readonly values: D }) {
  const { difference, display, values } = props
  const { t } = useTranslation()
  const { keys } = difference
  return keys.map((key) => (
    <div key={key} className="merge-value">
      {keys.length > 1 && <strong>{`${display.texts.labelOf(t, key)}: `}</strong>}
      <FieldText display={display} name={key} values={values} />
    </div>
  ))
}
