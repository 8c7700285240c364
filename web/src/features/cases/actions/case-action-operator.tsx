import type { CaseActionWord, OperatorLoad } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { RadioRow } from '#ui/field/radio-row.tsx'
import { operatorLoadsQuery } from './case-commands.queries.ts'

interface LevelProps {
  readonly levels: readonly ('assignOne' | 'assignTwo')[]
  readonly current: CaseActionWord
  readonly onChange: (word: CaseActionWord) => void
}

/** The level that a case is assigned to. */
export function LevelChoice({ levels, current, onChange }: LevelProps) {
  const { t } = useTranslation()
  return (
    <RadioRow
      id="action-level"
      label={t('caseActions.level')}
      options={levels.map((word) => ({ value: word, label: t(`caseActions.levels.${word}`) }))}
      value={current}
      onChange={(chosen) => {
        const word = levels.find((one) => one === chosen)
        if (word) onChange(word)
      }}
    />
  )
}

interface Props {
  readonly id: string
  readonly label: string
  readonly error: string | undefined
  readonly level: OperatorLoad['level']
  readonly value: number | undefined
  readonly onChange: (id: number) => void
}

/** The operators that a case may be assigned to, each with their current workload. */
export function OperatorChoice({ id, label, error, level, value, onChange }: Props) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(operatorLoadsQuery)
  if (!data && isError) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  if (!data) return <TextSkeleton text={t('caseActions.loadingOperators')} count={4} />
  const operators = data.filter((one) => one.level === level)
  if (operators.length === 0) return <p>{t('caseActions.noOperators')}</p>
  return (
    <FieldGroup id={id} label={label} error={error} required>
      <div className="operator-choice">
        {operators.map((operator, index) => {
          const optionId = index === 0 ? id : `${id}-${operator.id}`
          return (
            <div key={operator.id} className="radio">
              <input
                type="radio"
                id={optionId}
                name={id}
                checked={operator.id === value}
                aria-invalid={error === undefined ? undefined : true}
                aria-describedby={`${optionId}-load`}
                onChange={() => onChange(operator.id)}
              />
              <label htmlFor={optionId}>
                <bdi>{operator.name}</bdi>
              </label>
              <span id={`${optionId}-load`} className="operator-load figures">
                {`${t('caseActions.load', { count: operator.open })} · ${t('caseActions.late', { count: operator.late })}`}
              </span>
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
