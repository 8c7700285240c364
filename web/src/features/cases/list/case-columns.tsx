import { type CaseRow, formatScreenDate, profiles, type ReferenceBundle, type ReferenceList } from '@portal/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { StatusOfCase } from '#lib/backoffice/status-of-case.tsx'
import { formatDay, ShowDay } from '#lib/i18n/format.tsx'
import { RowLink } from '#list/row-link.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Icon } from '#ui/icon.tsx'
import { type CaseColumn, type CaseList, caseHref } from './case-lists.ts'

type Look = Omit<Column<CaseRow>, 'id' | 'header' | 'cell'>

/** The columns in their order (specification 2 §3). */
// biome-ignore format: a table
const looks = {
  status:         { width: '9rem' },
  // One line from 88rem on; below, the number is on a second line.
  protocolNumber: { width: 'clamp(5.75rem, 37.5vw - 24.25rem, 8.75rem)', isRowHeader: true },
  reporter:       { isFoldedOnTablet: true, width: 'clamp(5.5rem, 8vw - 0.9rem, 10rem)' },
  victim:         { isFoldedOnTablet: true, width: 'clamp(5.5rem, 8vw - 0.9rem, 10rem)' },
  createdAt:      { width: '5.5rem' },
  due:            { width: '6.75rem' },
  // As wide as the longest word at 80rem.
  field:          { width: 'clamp(5.125rem, 26vw - 15.7rem, 9rem)' },
  mode:           { isFoldedOnTablet: true },
  ground:         { isFoldedOnTablet: true, width: 'clamp(6rem, 8vw - 0.4rem, 12rem)' },
  place:          { isFoldedOnTablet: true, width: '4rem' },
  language:       { isFoldedOnTablet: true, width: '4.25rem' },
  operator:       { isFoldedOnTablet: true },
  outcome:        { isFoldedOnTablet: true },
} as const satisfies Record<CaseColumn, Look>

/** Columns that the screen hides while the filter panel is open; the preview and the print keep them. */
const givingWay: readonly CaseColumn[] = ['mode', 'place', 'language', 'outcome']
/** Columns that a laptop hides besides, for the names: those that are short of room, and more while the panel is open. */
const givingWayOnLaptop = {
  closed: ['mode', 'place', 'language'],
  open: ['ground', 'operator'],
} as const satisfies Record<string, readonly CaseColumn[]>

/** Whether the screen hides a column. */
const isHidden = (id: CaseColumn, { isNarrow, isLaptop }: Pick<Setting, 'isNarrow' | 'isLaptop'>) => {
  const onLaptop: readonly CaseColumn[] = givingWayOnLaptop[isNarrow ? 'open' : 'closed']
  return (isNarrow && givingWay.includes(id)) || (isLaptop && onLaptop.includes(id))
}

/** The columns of a list: only view 0 has 'Operatore'. */
const columnIdsOf = ({ hasOperator }: CaseList): CaseColumn[] =>
  (Object.keys(looks) as CaseColumn[]).filter((id) => hasOperator || id !== 'operator')

interface Setting {
  readonly t: TFunction
  readonly lists: ReferenceBundle | undefined
  readonly list: CaseList
  /** True while something beside the table takes the room of some columns. */
  readonly isNarrow: boolean
  /** True under 1680 px, where not every column has room beside the names. */
  readonly isLaptop: boolean
}

export function caseColumns({ t, lists, list, ...room }: Setting): Column<CaseRow>[] {
  const texts = caseTexts(t, lists)
  const cells: Partial<Record<CaseColumn, (row: CaseRow) => ReactNode>> = {
    status: ({ status }) => <StatusOfCase status={status} />,
    protocolNumber: (row) => <CaseLink row={row} list={list} />,
    createdAt: ({ createdAt }) => <ShowDay instant={createdAt} />,
    due: ({ dueOn, dueState }) => (dueOn && dueState ? <DueOn on={dueOn} state={dueState} /> : '–'),
    reporter: (row) => <NameCell name={texts.reporter(row)} />,
    victim: (row) => <NameCell name={texts.victim(row)} />,
  }
  return columnIdsOf(list).map((id) => ({
    id,
    header: t(`cases.columns.${id}`),
    cell: cells[id] ?? ((row) => <span className="two-lines">{texts[id](row)}</span>),
    ...looks[id],
    isPaperOnly: isHidden(id, room),
  }))
}

const NameCell = ({ name }: { name: string }) => (
  <span className="two-lines">
    <bdi>{name}</bdi>
  </span>
)

function CaseLink({ row: { id, code, unread }, list }: { row: CaseRow; list: CaseList }) {
  const { t } = useTranslation()
  // A narrow column breaks the code before its number.
  const numberAt = code.lastIndexOf('-') + 1
  return (
    <span className="case-link">
      <RowLink id={id} href={caseHref(list, id)}>
        <bdi dir="ltr" translate="no" className="figures">
          <span>{code.slice(0, numberAt)}</span>
          <wbr />
          <span>{code.slice(numberAt)}</span>
        </bdi>
      </RowLink>
      {unread > 0 && <Icon name="it-mail" size="xs" title={t('cases.unread', { count: unread })} />}
    </span>
  )
}

/** Placeholder for a missing value. */
const none = '–'

const withState = ({ dueOn, dueState }: CaseRow, t: TFunction) =>
  dueOn && dueState ? `${t(`cases.due.${dueState}`)} ${formatScreenDate(dueOn)}` : none

/** The text of each column of a case: for the table, its preview and, names excepted, the export. */
export function caseTexts(
  t: TFunction,
  lists: ReferenceBundle | undefined,
): Readonly<Record<CaseColumn, (row: CaseRow) => string>> & Readonly<Record<ExtraText, (row: CaseRow) => string>> {
  const label = (list: ReferenceList, id: number | undefined) =>
    (id !== undefined && lists?.[list]?.find((item) => item.id === id)?.label) || none
  const reporter = (row: CaseRow) => row.reporter ?? (row.pseudonymisedAt ? none : t('cases.names.anonymous'))
  return {
    reporter,
    victim: (row) => (row.reporterTypeId === profiles.victim ? reporter(row) : (row.victim ?? none)),
    status: ({ status }) => t(`caseStatuses.${status}`),
    protocolNumber: ({ code }) => code,
    createdAt: ({ createdAt }) => formatDay(createdAt),
    due: (row) => withState(row, t),
    field: ({ fieldId }) => label('field_of_life', fieldId),
    mode: ({ modeId }) => label('discrimination_mode', modeId),
    ground: ({ groundId, subGroundId }) =>
      [label('ground', groundId), ...(subGroundId ? [label('sub_ground', subGroundId)] : [])].join(' / '),
    place: ({ isVirtual }) => (isVirtual === undefined ? none : t(`cases.places.${isVirtual ? 'virtual' : 'real'}`)),
    language: ({ languageId }) => label('language', languageId),
    operator: ({ operator }) => operator ?? none,
    outcome: ({ outcomeId }) => label('final_outcome', outcomeId),
    relevance: ({ relevanceId }) => label('relevance', relevanceId),
    profile: ({ reporterTypeId }) => label('reporter_type', reporterTypeId),
    channel: ({ channelId }) => label('channel', channelId),
    unread: ({ unread }) => (unread > 0 ? t('cases.unread', { count: unread }) : none),
  }
}

/** Texts of the preview that are not in columns. */
type ExtraText = 'relevance' | 'profile' | 'channel' | 'unread'
