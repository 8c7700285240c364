import { actionOf, type CaseDetail, caseActions, type OperatorLoad } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { today } from '#lib/i18n/format.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { readAction } from './case-action-draft.ts'
import { operatorLoadsQuery } from './case-commands.queries.ts'
import { useCaseAct } from './use-case-action.ts'

interface Props {
  readonly record: CaseDetail
  readonly onDone: () => void
  readonly onClose: () => void
  readonly onLeave: () => void
}

type Level = 'assignTwo' | 'assignOne'
const levels: readonly Level[] = ['assignTwo', 'assignOne']

const byLoad = (one: OperatorLoad, other: OperatorLoad) => one.open - other.open || one.late - other.late

/** The operators that a case may be assigned to, by level and in order of load: choosing one assigns the case at once. */
export function AssignMenu({ record, onDone, onClose, onLeave }: Props) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(operatorLoadsQuery)
  const shown = levels.filter((level) => record.actions[level] === null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches over the operators in it
    <div
      className="more-list assign-list"
      onKeyDown={(event) => (event.key === 'Escape' ? onClose() : moveFocus(event))}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onLeave()}
    >
      {data &&
        shown.map((level, index) => (
          <LevelMenu
            key={level}
            level={level}
            record={record}
            isFirst={index === 0}
            operators={data.filter((one) => one.level === caseActions[level].to && one.id !== record.operatorId)}
            onDone={onDone}
          />
        ))}
      {!data && isError && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {!data && !isError && <TextSkeleton text={t('caseActions.loadingOperators')} count={4} />}
    </div>
  )
}

/** Arrow keys, Home and End move through the operators. */
function moveFocus(event: KeyboardEvent) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.menu-item')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}

interface LevelProps {
  readonly level: Level
  readonly record: CaseDetail
  readonly isFirst: boolean
  readonly operators: readonly OperatorLoad[]
  readonly onDone: () => void
}

function LevelMenu({ level, record, isFirst, operators, onDone }: LevelProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const { selectedRole } = useUser()
  const acting = useCaseAct(level, record, onDone)
  const assign = (operatorId: number) => {
    const { wire } = readAction({ word: level, action: actionOf(level, selectedRole) }, { operatorId }, record, today())
    acting.mutate(wire)
  }
  return (
    <>
      <div id={titleId} className="menu-title">
        {t(`caseActions.names.${level}`)}
      </div>
      <CallErrorAlert error={acting.error} />
      {operators.length === 0 && <p className="menu-none">{t('caseActions.noOperators')}</p>}
      <ul aria-labelledby={titleId}>
        {[...operators].sort(byLoad).map(({ id, name, open, late }, index) => (
          <li key={id}>
            <button
              ref={isFirst && index === 0 ? focusOnce : undefined}
              type="button"
              className="menu-item"
              onClick={() => acting.isPending || assign(id)}
            >
              <bdi>{name}</bdi>
              <span className="operator-load figures">
                {`${t('caseActions.load', { count: open })} · ${t('caseActions.late', { count: late })}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const focusOnce = (button: HTMLElement | null) => button?.focus()
