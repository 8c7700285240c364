import { type ComparedRecord, can, type PairDetail, paths } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldText } from '#form/read-only/field-text.tsx'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { useRecordAddress } from '#record/record-address.ts'
import { RecordFrame } from '#record/record-frame.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { displayOf, nameOf, type RecordKey, type RecordValues, recordHref } from '../registry-kinds.ts'
import { pairQuery, useKeepApart, useMerge } from './duplicates.queries.ts'
import { MatchFacts } from './match-facts.tsx'
import { comparedKeys, isSame, type Side, type SidesOf, startOf, takenFrom, valuesIn } from './pair-choices.ts'

const sides = ['first', 'second'] as const

/** Two records side by side, to decide whether they are of one person, and to merge them. */
export function PairPage() {
  const { t } = useTranslation()
  const { recordId = 0 } = useRecordAddress()
  const loading = useQuery({ ...pairQuery(recordId), enabled: recordId > 0 })
  return (
    <RecordFrame<PairDetail>
      loading={recordId > 0 ? loading : undefined}
      title={t('registry.duplicates.pair')}
      list={{ text: t('registry.duplicates.title'), href: siteHref(paths.duplicateList) }}
      texts={{
        loading: t('registry.page.loading'),
        notFound: t('registry.duplicates.decided'),
        toList: t('registry.duplicates.toList'),
      }}
      codeOf={({ id }) => t('registry.duplicates.number', { id })}
      renderFacts={({ weight }) => <span>{t('registry.duplicates.totalWeight', { weight })}</span>}
    >
      {(pair) => <OpenPair key={pair.id} pair={pair} />}
    </RecordFrame>
  )
}

function OpenPair({ pair }: { readonly pair: PairDetail }) {
  const { kind, facts } = pair
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const values = { first: valuesIn(kind, pair.first), second: valuesIn(kind, pair.second) }
  const keys = comparedKeys(kind, values.first, values.second)
  // Proposed is the record with more cases: fewer links move.
  const [kept, setKept] = useState<Side>(pair.second.cases > pair.first.cases ? 'second' : 'first')
  const [chosen, setChosen] = useState<SidesOf>(() => startOf(keys, kept, values))
  const mayMerge = can('administration', selectedRole)
  const handleKept = (side: Side) => {
    setKept(side)
    setChosen(startOf(keys, side, values))
  }
  return (
    <div className="stack">
      <Panel title={t('registry.duplicates.why')}>
        <MatchFacts facts={facts} />
      </Panel>
      <div className="data-table-scroll">
        <table className="pair-table">
          <caption className="visually-hidden">{t('registry.duplicates.pair')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('registry.duplicates.field')}</th>
              {sides.map((side) => (
                <th scope="col" key={side}>
                  <RecordHead
                    pair={pair}
                    side={side}
                    kept={kept}
                    mayMerge={mayMerge}
                    values={values[side]}
                    onKeep={handleKept}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <FieldRow
                key={key}
                pair={pair}
                values={values}
                mayMerge={mayMerge}
                name={key}
                chosen={chosen[key] ?? kept}
                onChoose={(side) => setChosen({ ...chosen, [key]: side })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Decisions pair={pair} kept={kept} chosen={chosen} mayMerge={mayMerge} />
    </div>
  )
}

interface HeadProps {
  readonly pair: PairDetail
  readonly side: Side
  readonly values: RecordValues
  readonly kept: Side
  readonly mayMerge: boolean
  readonly onKeep: (side: Side) => void
}

function RecordHead({ pair, side, values, kept, mayMerge, onKeep }: HeadProps) {
  const { t } = useTranslation()
  const record: ComparedRecord = pair[side]
  const id = `keep-${side}`
  return (
    <div className="pair-head">
      <NavLink href={recordHref(pair.kind, record.id)}>
        <bdi>{nameOf(values)}</bdi>
      </NavLink>
      <span className="cell-note">
        <span>{`${t('registry.cases', { count: record.cases })} · `}</span>
        <ShowInstant instant={record.changedAt} />
      </span>
      {mayMerge && (
        <span className="radio">
          <input type="radio" id={id} name="keep" checked={kept === side} onChange={() => onKeep(side)} />
          <label htmlFor={id}>
            <span>{t('registry.duplicates.keep')}</span>
            <span className="visually-hidden">{`: ${nameOf(values)}`}</span>
          </label>
        </span>
      )}
    </div>
  )
}

interface RowProps {
  readonly pair: PairDetail
  readonly name: RecordKey
  readonly values: Readonly<Record<Side, RecordValues>>
  readonly chosen: Side
  readonly mayMerge: boolean
  readonly onChoose: (side: Side) => void
}

/** A field of both records; where they differ, the head of the office chooses whose value stays. */
function FieldRow({ pair, name, values, chosen, mayMerge, onChoose }: RowProps) {
  const { t } = useTranslation()
  const display = displayOf(pair.kind)
  const label = display.texts.labelOf(t, name)
  const isChoice = mayMerge && !isSame(name, values.first, values.second)
  return (
    <tr>
      <th scope="row">{label}</th>
      {sides.map((side) => {
        const id = `take-${name}-${side}`
        const value = <FieldText display={display} name={name} values={values[side]} />
        return (
          <td key={side}>
            {isChoice ? (
              <span className="radio">
                <input
                  type="radio"
                  id={id}
                  name={`take-${name}`}
                  checked={chosen === side}
                  onChange={() => onChoose(side)}
                />
                <label htmlFor={id}>
                  <span className="visually-hidden">{`${label}: `}</span>
                  {value}
                </label>
              </span>
            ) : (
              value
            )}
          </td>
        )
      })}
    </tr>
  )
}

interface DecisionProps {
  readonly pair: PairDetail
  readonly kept: Side
  readonly chosen: SidesOf
  readonly mayMerge: boolean
}

function Decisions({ pair, kept, chosen, mayMerge }: DecisionProps) {
  const { kind } = pair
  const { t } = useTranslation()
  const navigate = useNavigate()
  const apart = useKeepApart(kind)
  const merging = useMerge()
  const other = pair[kept === 'first' ? 'second' : 'first']
  const leaveTo = (href: string, text: string) => {
    notify({ kind: 'success', body: text })
    void navigate({ href })
  }
  const handleApart = () =>
    apart.mutate(
      { id: pair.first.id, others: [pair.second.id] },
      { onSuccess: () => leaveTo(siteHref(paths.duplicateList), t('registry.duplicates.keptApart')) },
    )
  const handleMerge = () => {
    const keptRecord = pair[kept]
    const versions = { keptVersion: keptRecord.version, mergedVersion: other.version }
    const body = { kind, keptId: keptRecord.id, mergedId: other.id, ...versions, taken: takenFrom(kind, chosen, kept) }
    merging.mutate(body, { onSuccess: () => leaveTo(recordHref(kind, keptRecord.id), t('registry.duplicates.merged')) })
  }
  return (
    <section className="desk-actions" aria-label={t('registry.duplicates.decide')}>
      <CallErrorAlert error={apart.error ?? merging.error} />
      {mayMerge && (
        <ConfirmButton
          button={{ children: t('registry.duplicates.merge'), pending: merging.isPending, pendingText: t('site.wait') }}
          title={t('registry.duplicates.mergeTitle')}
          texts={{
            confirm: t('registry.duplicates.merge'),
            cancel: t('desk.cancel'),
            close: t('site.close'),
          }}
          onConfirm={handleMerge}
        >
          <p>{t('registry.duplicates.mergeText', { count: other.cases })}</p>
        </ConfirmButton>
      )}
      <Button variant="secondary" pending={apart.isPending} pendingText={t('site.wait')} onClick={handleApart}>
        {t(`registry.duplicates.apart.${kind}`)}
      </Button>
    </section>
  )
}
