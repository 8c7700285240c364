import {
  type CaseDetail,
  type CaseEvent,
  type CaseKey,
  type CaseValues,
  caseForm,
  defaults,
  isReceivedByDay,
  isShown,
  usesOf,
} from '@portal/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { FieldTexts, fieldDefinitions } from '#form/read-only/field-text.tsx'
import { controlOf } from '#lib/backoffice/desk-keys.ts'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { ShowDay, ShowInstant } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { caseEventsQuery } from '../actions/case-commands.queries.ts'
import { AccommodationNote } from './accommodation-note.tsx'
import { CallNote } from './call-note.tsx'
import { Classification } from './case-classification.tsx'
import { joined } from './case-detail-head.tsx'
import { caseDisplay } from './case-display.tsx'

interface Props {
  readonly record: CaseDetail
  /** Undefined where the page shows no history, as in the history itself. */
  readonly onOpenHistory?: () => void
  /** Whether the classification is edited here: not while the whole case is. */
  readonly canClassify?: boolean
}

/** The facts that stay visible in every tab. */
export function CaseSummary({ record, onOpenHistory, canClassify = false }: Props) {
  const { t } = useTranslation()
  return (
    <aside className="case-summary stack" aria-label={t('caseDetail.summary')}>
      <CallNote values={record.values} />
      <AccommodationNote values={record.values} />
      <Panel title={t('caseDetail.summary')}>
        {canClassify ? <Classification record={record} /> : <ClassificationTexts values={record.values} />}
        <DefinitionList items={summaryFacts(t, record, onOpenHistory !== undefined)} />
      </Panel>
      <People values={record.values} />
      {onOpenHistory && <LastEvents caseId={record.id} onOpen={onOpenHistory} />}
    </aside>
  )
}

const classificationKeys = ['relevanceId', 'fieldId', 'grounds', 'modeId', 'outcomeId'] as const

const ClassificationTexts = ({ values }: { readonly values: CaseValues }) => (
  <FieldTexts display={caseDisplay} names={classificationKeys} values={values} hidesEmpty />
)

/** Who works on the case; who may assign it opens the operators from here too. */
function Assignee({ record: { operator, actions } }: Pick<Props, 'record'>) {
  const { t } = useTranslation()
  const canAssign = actions.assignOne === null || actions.assignTwo === null
  return (
    <>
      {operator ? <bdi>{operator}</bdi> : <span>{t('caseDetail.noOperator')}</span>}
      {canAssign && (
        <Button variant="quiet" size="sm" onClick={() => controlOf('assign')?.click()}>
          {t('caseDetail.classify.operator')}
        </Button>
      )}
    </>
  )
}

function summaryFacts(t: TFunction, record: CaseDetail, isNow: boolean): Definition[] {
  const { protocolNumber, createdAt, insertedAt, closedAt, closingProposedAt, dueOn, dueState, informBy, informState } =
    record
  const { status, values } = record
  const field = (name: CaseKey, hidesEmpty = true) =>
    fieldDefinitions(t, { display: caseDisplay, names: [name], values, hidesEmpty })
  const due = dueOn && dueState && <DueOn state={dueState} on={dueOn} />
  return [
    { term: t('caseDetail.protocolNumber'), value: <bdi dir="ltr">{protocolNumber}</bdi> },
    {
      term: t('caseDetail.received'),
      value: isReceivedByDay(record) ? <ShowDay instant={createdAt} /> : <ShowInstant instant={createdAt} />,
    },
    { term: t('caseDetail.inserted'), value: <ShowInstant instant={insertedAt} /> },
    ...(closedAt ? [{ term: t('caseDetail.closed'), value: <ShowInstant instant={closedAt} /> }] : []),
    ...(closingProposedAt
      ? [{ term: t('caseDetail.closingProposed'), value: <ShowInstant instant={closingProposedAt} /> }]
      : []),
    ...field('channelId', false),
    // Italian needs no arrangement.
    ...(values.language === defaults.languageId ? [] : field('language')),
    { term: t('caseDetail.operator'), value: <Assignee record={record} /> },
    ...(status === 'external' ? field('externalBodyId') : []),
    // A deadline counts from today, so a past state of a case has none.
    ...(due || isNow ? [{ term: t('caseDetail.due'), value: due ?? t('caseDetail.noDue') }] : []),
    ...(informBy && informState
      ? [{ term: t('letters.informBy'), value: <DueOn state={informState} on={informBy} /> }]
      : []),
  ]
}

/** True if the victim is not the reporter. */
const asksForVictim = (values: CaseValues) =>
  usesOf(caseForm).some((use) => use.key === 'victimLastName' && isShown(use, values))

/** Names of reporter, victim and offender, where known. */
function People({ values }: { values: CaseValues }) {
  const { t } = useTranslation()
  const reporter = joined(values.lastName, values.firstName) || joined(values.organisationName)
  const named = {
    reporter,
    victim: asksForVictim(values) ? joined(values.victimLastName, values.victimFirstName) : reporter,
    offender: joined(values.offenderName),
  }
  return (
    <Panel title={t('caseDetail.people')}>
      <DefinitionList
        items={(['reporter', 'victim', 'offender'] as const).map((who) => ({
          term: t(`caseDetail.${who}`),
          value: named[who] ? <bdi>{named[who]}</bdi> : t('caseDetail.unnamed'),
        }))}
      />
    </Panel>
  )
}

const shownEvents = 3

function LastEvents({ caseId, onOpen }: { caseId: number; onOpen: () => void }) {
  const { t } = useTranslation()
  const { data } = useInfiniteQuery(caseEventsQuery(caseId))
  const events: readonly CaseEvent[] = data?.pages[0]?.rows.slice(0, shownEvents) ?? []
  if (events.length === 0) return null
  return (
    <Panel title={t('caseDetail.lastEvents')}>
      <ol className="timeline">
        {events.map(({ id, at, kind, by }) => (
          <li key={id}>
            <p>
              <ShowInstant instant={at} />
            </p>
            <p>
              <strong>{t(`caseEventKinds.${kind}`)}</strong>
            </p>
            {by && (
              <p className="timeline-who">
                <bdi>{by}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
      <Button variant="quiet" size="sm" onClick={onOpen}>
        {t('caseDetail.allEvents')}
      </Button>
    </Panel>
  )
}
