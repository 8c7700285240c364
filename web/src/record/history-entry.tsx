import type { Role } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { ChangesView } from '#form/read-only/changes-view.tsx'
import type { FormDisplay } from '#form/read-only/form-display.ts'
import { formatInstant, ShowInstant } from '#lib/i18n/format.tsx'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'

interface RecordEvent<S> {
  readonly at: Date
  readonly role?: Role | undefined
  readonly reason?: string | undefined
  /** The status before and after. */
  readonly from?: S | undefined
  readonly to?: S | undefined
  readonly changes: Parameters<typeof ChangesView>[0]['changes']
}

interface Props<S, V extends object, K extends string> {
  readonly event: RecordEvent<S>
  readonly title: string
  readonly who: string
  /** Whether the record begins with the event, so that no field has a value before. */
  readonly isFirst: boolean
  readonly display: FormDisplay<K>
  readonly valuesOf: (body: object) => V
  readonly renderStatus: (status: S) => Elements
  /** The name of a changed field that the form does not have. */
  readonly labelOfOther?: (path: string) => string | undefined
  /** The page of the record as it was after the event, where there is one. */
  readonly look?: { readonly text: string; readonly href: string }
  /** What the event says beside, before its reason. */
  readonly children?: Elements
}

/** An entry of the history of a record: who did what, when, why, and what changed. */
export function HistoryEntry<S, V extends object, K extends string>(props: Props<S, V, K>) {
  const { event, title, who, isFirst, display, valuesOf, look, children } = props
  const { t } = useTranslation()
  const { at, role, reason, changes } = event
  const count = changes.length
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={at} /> <strong>{title}</strong>
        <StatusChange {...props} />
      </p>
      <p className="timeline-who">
        <bdi>{who}</bdi>
        {role && <span>{` · ${t(`roles.${role}`)}`}</span>}
      </p>
      {children}
      {reason && (
        <p>
          <span>{`${t('caseHistory.reason')}:`}</span>{' '}
          <span className="written-text" dir="auto">
            {reason}
          </span>
        </p>
      )}
      {count > 0 && (
        <ChangesView
          display={display}
          valuesOf={valuesOf}
          changes={changes}
          labelOfOther={props.labelOfOther}
          summary={t(isFirst ? 'caseHistory.filled' : 'caseHistory.fields', { count })}
        />
      )}
      {look && (
        <p>
          <NavLink href={look.href}>
            <span>{look.text}</span>
            <span className="visually-hidden">{`: ${formatInstant(at)}`}</span>
          </NavLink>
        </p>
      )}
    </>
  )
}

/** The change of status, if any. */
function StatusChange<S, V extends object, K extends string>({ event, renderStatus }: Props<S, V, K>) {
  const { t } = useTranslation()
  const { from, to } = event
  if (!to || from === to) return null
  return (
    <span className="passage">
      {from && (
        <>
          <span>{t('caseHistory.from')}</span> {renderStatus(from)}
        </>
      )}{' '}
      <span>{t('caseHistory.to')}</span> {renderStatus(to)}
    </span>
  )
}
