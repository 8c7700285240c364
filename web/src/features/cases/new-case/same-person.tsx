import { formatScreenDate, type PersonRow, type PossibleDuplicateCase } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { MatchReasons, nameOf, recordHref } from '#features/registry/index.ts'
import { keyText, shortcut } from '#lib/backoffice/desk-keys.ts'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { caseLists } from '../list/case-lists.ts'
import { CaseNames } from '../list/case-names.tsx'
import { type Matches, sourceOf } from './same-person.queries.ts'
import type { TakeOver } from './use-take-over.ts'

/** Id of the list, which may be out of view when results arrive. */
export const samePersonId = 'same-person'

interface Props {
  readonly matches: Matches
  readonly takeOver: TakeOver
}

/** 'Stessa persona di…': people of the registry and cases that may be of the caller, with the reasons; a key takes the first one over. */
export function SamePerson({ matches: { people, cases }, takeOver }: Props) {
  const { t } = useTranslation()
  const { used, undo } = takeOver
  const count = people.length + cases.length
  return (
    <div id={samePersonId} className="same-person">
      <p role="status" className="visually-hidden">
        {count > 0 && t('caseNew.same.found', { count })}
      </p>
      {used && (
        <p className="cluster">
          <span>{t('caseNew.same.used')}</span>
          <bdi className="fw-semibold">{used.name}</bdi>
          <Button variant="quiet" size="sm" onClick={undo}>
            {t('caseNew.same.undo')}
          </Button>
        </p>
      )}
      {count > 0 && (
        <Panel title={t('caseNew.same.title')}>
          <ul className="plain-list same-rows">
            {people.map((row, index) => (
              <SameRow
                key={sourceOf('person', row.id)}
                isFirst={index === 0}
                onUse={() => takeOver.person(row)}
                name={nameOf(row)}
              >
                <PersonText row={row} />
              </SameRow>
            ))}
            {cases.map((row, index) => (
              <SameRow
                key={sourceOf('case', row.id)}
                isFirst={people.length === 0 && index === 0}
                onUse={hasPerson(row) ? () => takeOver.reporter(row) : undefined}
                name={row.code}
              >
                <CaseText row={row} />
              </SameRow>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

/** A case found by place and day alone says nothing about the caller. */
const hasPerson = ({ reasons }: PossibleDuplicateCase) => reasons.includes('name') || reasons.includes('contact')

interface RowProps {
  readonly isFirst: boolean
  readonly name: string
  readonly onUse: (() => void) | undefined
  readonly children: Elements
}

function SameRow({ isFirst, name, onUse, children }: RowProps) {
  const { t } = useTranslation()
  return (
    <li>
      <span>{children}</span>
      {onUse && (
        <Button {...(isFirst && shortcut('same'))} variant="secondary" size="sm" onClick={onUse}>
          <span>{t('caseNew.same.use')}</span>
          <span className="visually-hidden">{`: ${name}`}</span>
          {isFirst && (
            <span aria-hidden="true" className="key-cap">
              {keyText('F2')}
            </span>
          )}
        </Button>
      )}
    </li>
  )
}

/** A link in a new browser tab, so that the form stays. */
function NewTab({ href, text }: { readonly href: string; readonly text: string }) {
  const { t } = useTranslation()
  return (
    <a href={href} target="_blank" rel="noreferrer">
      <bdi>{text}</bdi>
      <span className="visually-hidden">{` (${t('caseNew.same.newTab')})`}</span>
    </a>
  )
}

function PersonText({ row }: { readonly row: PersonRow }) {
  const { t } = useTranslation()
  const notes = [
    t('caseNew.same.registry'),
    row.birthDate && formatScreenDate(row.birthDate),
    row.taxCode,
    t('registry.cases', { count: row.cases }),
  ]
  return (
    <>
      <NewTab href={recordHref('person', row.id)} text={nameOf(row)} />
      <span className="cell-note">{notes.filter(Boolean).join(' · ')}</span>
      <MatchReasons reasons={row.reasons} />
    </>
  )
}

function CaseText({ row }: { readonly row: PossibleDuplicateCase }) {
  const { t } = useTranslation()
  return (
    <>
      <NewTab href={siteHref(caseLists.all.detailPath, { id: row.id })} text={row.code} />{' '}
      <StatusOfCase status={row.status} /> <ShowDay instant={row.createdAt} />
      <CaseNames row={row} />
      <ul className="match-reasons">
        {row.reasons.map((reason) => (
          <li key={reason}>
            <Badge>{t(`caseNew.same.reasons.${reason}`)}</Badge>
          </li>
        ))}
      </ul>
    </>
  )
}
