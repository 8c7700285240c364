import { type OwnAssociation, paths, startsFrom } from '@portal/contract'
import type { TFunction } from 'i18next'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusOfAssociation } from '#lib/backoffice/status-of-association.tsx'
import { ShowDate, ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel, PanelSubject } from '#ui/layout/panel.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { MissingItems } from './missing-items.tsx'
import { isSendingDue } from './own-actions.ts'
import { OwnButtons } from './own-buttons.tsx'
import { OwnContacts, OwnDocuments } from './own-data.tsx'
import { OwnHistory } from './own-history.tsx'
import { OwnPending } from './own-pending.tsx'

interface Props {
  readonly own: OwnAssociation
}

/** An association as its own people see it: where its request is, what is missing, what they can do, what was sent. */
export function OwnAssociationView({ own }: Props) {
  const titleId = useId()
  const keepFocus = useFocusKept(titleId)
  return (
    <section className="own-association" aria-labelledby={titleId} onFocus={keepFocus}>
      <div className="case-head">
        <h2 id={titleId} tabIndex={-1}>
          <bdi>{own.values.name}</bdi>
        </h2>
        <StatusOfAssociation status={own.status} />
      </div>
      <PanelSubject value={titleId}>
        <div className="own-columns">
          <div className="stack">
            <State own={own} />
            <OwnDocuments own={own} />
            <OwnContacts own={own} />
          </div>
          <div className="stack">
            <Facts own={own} />
            <Timeline own={own} />
            <OwnHistory id={own.id} />
          </div>
        </div>
      </PanelSubject>
    </section>
  )
}

/** The state in plain words, what happens next, and the buttons. */
function State({ own }: Props) {
  const { t } = useTranslation()
  const { status } = own
  return (
    <Panel title={t('personalArea.state.title')} level={3}>
      <p>{t(`personalArea.state.texts.${status}`)}</p>
      {isSendingDue(own) && <MissingItems own={own} />}
      <OwnPending own={own} />
      {startsFrom('applyAgain', status) && (
        <p>
          <NavLink href={siteHref(paths.enrolment)}>{t('personalArea.apply')}</NavLink>
        </p>
      )}
      <OwnButtons own={own} />
    </Panel>
  )
}

const figures = (text: string) => (
  <bdi dir="ltr" className="figures">
    {text}
  </bdi>
)

const line = (term: string, value: ReactNode): Definition[] => (value === undefined ? [] : [{ term, value }])

const ownFacts = (t: TFunction, own: OwnAssociation): Definition[] => {
  const day = (date: OwnAssociation['enrolledOn']) => date && <ShowDate date={date} />
  const { renewalFrom, renewalTo } = own
  return [
    ...line(t('personalArea.facts.requestNumber'), figures(own.requestNumber)),
    ...line(t('personalArea.facts.requestedAt'), <ShowDay instant={own.requestedAt} />),
    ...line(
      t('personalArea.facts.firstRequestedAt'),
      own.firstRequestedAt && <ShowDay instant={own.firstRequestedAt} />,
    ),
    ...line(t('personalArea.facts.enrolmentNumber'), own.enrolmentNumber && figures(own.enrolmentNumber)),
    ...line(t('personalArea.facts.enrolledOn'), day(own.enrolledOn)),
    ...line(t('personalArea.facts.renewedOn'), day(own.renewedOn)),
    ...line(t('personalArea.facts.expiresOn'), day(own.expiresOn)),
    ...line(
      t('personalArea.facts.renewalWindow'),
      renewalFrom && renewalTo && (
        <>
          <ShowDate date={renewalFrom} />
          <span> – </span>
          <ShowDate date={renewalTo} />
        </>
      ),
    ),
    ...line(t('personalArea.facts.closedOn'), day(own.closedOn)),
  ]
}

function Facts({ own }: Props) {
  const { t } = useTranslation()
  return (
    <Panel title={t('personalArea.facts.title')} level={3}>
      <DefinitionList items={ownFacts(t, own)} />
    </Panel>
  )
}

/** What has happened so far, newest first. */
function Timeline({ own: { timeline } }: Props) {
  const { t } = useTranslation()
  if (timeline.length === 0) return null
  const steps = [...timeline].sort((one, other) => other.at.getTime() - one.at.getTime())
  return (
    <Panel title={t('personalArea.timeline')} level={3}>
      <ol className="timeline">
        {steps.map(({ kind, at }) => (
          <li key={`${kind} ${at.getTime()}`}>
            <p className="timeline-head">
              <ShowDay instant={at} /> <strong>{t(`personalArea.events.${kind}`)}</strong>
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
