import { type CaseDetail, type CaseDraft, type CaseKey, caseForm } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Choices,
  type Difference,
  defaultChoices,
  openDifferences,
  type Side,
  type Versions,
} from '#form/edit/edit-merge.ts'
import type { EditSession } from '#form/edit/edit-state.ts'
import { today } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { draftOf, readCase } from './case-draft.ts'
import { caseMerge } from './case-edits.ts'
import { labelOf } from './case-field-texts.ts'
import { CaseValue } from './case-value.tsx'

export const mergeTitleId = 'case-merge'

interface Props {
  readonly work: EditSession<CaseDraft>
  /** The case as another user saved it. */
  readonly theirs: CaseDetail
  readonly isSaving: boolean
  readonly onSave: (work: EditSession<CaseDraft>) => void
  readonly onBack: (work: EditSession<CaseDraft>) => void
}

/** Merges two versions of a case field by field: the original value, both changes, and which one to keep. */
export function CaseMergePanel({ work, theirs, isSaving, onSave, onBack }: Props) {
  const { t } = useTranslation()
  const versions: Versions<CaseDraft> = { base: work.base, mine: readable(work), theirs: draftOf(theirs.values) }
  const differences = caseMerge.differencesOf(versions)
  const [choices, setChoices] = useState<Choices<CaseKey>>(() => defaultChoices(differences))
  const [hasTried, setTried] = useState(false)
  const open = openDifferences(differences, choices)
  const handleSave = () => {
    setTried(true)
    const [first] = open
    if (first) document.getElementById(choiceId(first.id, 'mine'))?.focus()
    else
      onSave({
        base: versions.theirs,
        version: theirs.version,
        draft: caseMerge.mergedOf(versions, differences, choices),
      })
  }
  return (
    <section className="stack" aria-labelledby={mergeTitleId}>
      <h2 id={mergeTitleId} tabIndex={-1}>
        {t('caseMerge.title')}
      </h2>
      <p>{t('caseMerge.text')}</p>
      {differences.map((difference) => (
        <DifferenceCard
          key={difference.id}
          difference={difference}
          versions={versions}
          chosen={choices[difference.id]}
          isMissing={hasTried && choices[difference.id] === undefined}
          onChoose={(side) => setChoices({ ...choices, [difference.id]: side })}
        />
      ))}
      <div className="desk-actions">
        <Button pending={isSaving} pendingText={t('caseDetail.saving')} onClick={handleSave}>
          {t('caseMerge.save')}
        </Button>
        <Button variant="secondary" onClick={() => onBack(work)}>
          {t('caseMerge.back')}
        </Button>
        <p role="status" className="merge-left">
          {open.length > 0 ? t('caseMerge.toChoose', { count: open.length }) : t('caseMerge.allChosen')}
        </p>
      </div>
    </section>
  )
}

/** The user's values, as they would be saved where they are valid. */
const readable = ({ draft }: EditSession<CaseDraft>) => ({
  ...draft,
  ...draftOf(readCase(draft, caseForm, today()).values),
})

const choiceId = (id: CaseKey, side: Side) => `merge-${id}-${side}`

interface CardProps {
  readonly difference: Difference<CaseKey>
  readonly versions: Versions<CaseDraft>
  readonly chosen: Side | undefined
  readonly isMissing: boolean
  readonly onChoose: (side: Side) => void
}

function DifferenceCard({ difference: { id, keys, changedBy }, versions, chosen, isMissing, onChoose }: CardProps) {
  const { t } = useTranslation()
  const title = keys.map((key) => labelOf(t, key)).join(', ')
  const errorId = `merge-${id}-error`
  return (
    <Panel title={title} level={3}>
      <p className="merge-by">{t(`caseMerge.changedBy.${changedBy}`)}</p>
      {isMissing && (
        <p id={errorId} className="field-error">
          {t('caseMerge.choose')}
        </p>
      )}
      <div
        role="radiogroup"
        aria-label={title}
        aria-describedby={isMissing ? errorId : undefined}
        className="merge-sides"
      >
        <div className="merge-side">
          <h4>{t('caseMerge.base')}</h4>
          <Values keys={keys} values={versions.base} />
        </div>
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className="merge-side">
            <h4>{t(`caseMerge.${side}`)}</h4>
            <Values keys={keys} values={versions[side]} />
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
                {t(side === 'mine' ? 'caseMerge.keepMine' : 'caseMerge.keepTheirs')}
                <span className="visually-hidden">: {title}</span>
              </label>
            </div>
          </div>
        ))}
      </div>
    </Panel>
  )
}

/** The values of a version; several fields each with its label. */
function Values({ keys, values }: { keys: readonly CaseKey[]; values: object }) {
  const { t } = useTranslation()
  return keys.map((key) => (
    <div key={key} className="merge-value">
      {keys.length > 1 && <strong>{labelOf(t, key)}: </strong>}
      <CaseValue fieldKey={key} values={values} />
    </div>
  ))
}
