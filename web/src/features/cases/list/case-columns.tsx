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
  protocolNumber: { width: '8.75rem', isRowHeader: true },
  reporter:       { isFoldedOnTablet: true, width: 'clamp(5.5rem, 8vw - 0.9rem, 10rem)' },
  victim:         { isFoldedOnTablet: true, width: 'clamp(5.5rem, 8vw - 0.9rem, 10rem)' },
  createdAt:      { width: '5.5rem' },
  due:            { width: '6.75rem' },
  field:          { width: 'clamp(5.125rem, 26vw - 15.7rem, 9rem)' },
  mode:           { isFoldedOnTablet: true },
  ground:         { isFoldedOnTablet: true, width: 'clamp(6rem, 8vw - 0.4rem, 12rem)' },
  place:          { isFoldedOnTablet: true, width: '4rem' },
  language:       { isFoldedOnTablet: true, width: '4.25rem' },
  operator:       { isFoldedOnTablet: true },
  outcome:        { isFoldedOnTablet: true },
} as const satisfies Record<CaseColumn, Look>

/**
 * What differs on a laptop, where all columns have room at 80rem only if three of them are second lines. The widths are those of the
 * longest words of the lists; what is wider shares the rest.
 */
// biome-ignore format: a table
const looksOnLaptop: Partial<Record<CaseColumn, Partial<Look>>> = {
  status:         { width: '7.75rem' },
  // One line from 88rem on; below, the number is on a second line.
  protocolNumber: { width: 'clamp(5.75rem, 37.5vw - 24.25rem, 8.75rem)' },
  reporter:       { width: 'clamp(7rem, 18vw - 7.4rem, 11rem)', isFoldedOnTablet: false },
  victim:         { under: 'reporter' },
  createdAt:      { width: '6.5rem' },
  due:            { under: 'createdAt' },
  field:          { width: 'clamp(5.125rem, 16vw - 7.675rem, 9rem)' },
  mode:           { width: 'clamp(5rem, 10vw - 3rem, 8rem)' },
  ground:         { width: 'clamp(6rem, 16vw - 6.8rem, 10rem)' },
  place:          { width: '4.5rem' },
  language:       { under: 'place' },
  outcome:        { width: 'clamp(6rem, 12vw - 3.6rem, 9rem)' },
}

/** On a telephone a row is a card: code, name, state and term in one cell; the preview has the rest. */
const looksOnPhone: Partial<Record<CaseColumn, Partial<Look>>> = {
  protocolNumber: { isRowHeader: true },
  reporter: { under: 'protocolNumber' },
  status: { under: 'protocolNumber' },
  due: { under: 'protocolNumber' },
}

const placeOf = (id: CaseColumn, { isPhone, isLaptop }: Pick<Setting, 'isPhone' | 'isLaptop'>): Partial<Look> => {
  if (isPhone) return looksOnPhone[id] ?? { ...looks[id], isPaperOnly: true }
  return { ...looks[id], ...(isLaptop && looksOnLaptop[id]) }
}

/** The columns of a list: only view 0 has 'Operatore'. */
const columnIdsOf = ({ hasOperator }: CaseList): CaseColumn[] =>
  (Object.keys(looks) as CaseColumn[]).filter((id) => hasOperator || id !== 'operator')

interface Setting {
  readonly t: TFunction
  readonly lists: ReferenceBundle | undefined
  readonly list: CaseList
  /** True under 1680 px, where not every column has room beside the others. */
  readonly isLaptop: boolean
  readonly isPhone: boolean
  /** True where the reporters are to be informed: the term is that of the letter. */
  readonly isToInform?: boolean
}

export function caseColumns({ t, lists, list, ...room }: Setting): Column<CaseRow>[] {
  const texts = caseTexts(t, lists)
  const cells: Partial<Record<CaseColumn, (row: CaseRow) => ReactNode>> = {
    status: ({ status }) => <StatusOfCase status={status} />,
    protocolNumber: (row) => <CaseLink row={row} list={list} />,
    createdAt: ({ createdAt }) => <ShowDay instant={createdAt} />,
    due: ({ dueOn, dueState }) =>
      dueOn && dueState ? <DueOn on={dueOn} state={dueState} isShort={room.isLaptop} /> : none,
    reporter: (row) => <NameCell name={texts.reporter(row)} isOneLine={room.isLaptop} />,
    victim: (row) => <NameCell name={texts.victim(row)} isOneLine={room.isLaptop} />,
  }
  const columnOf = (id: CaseColumn): Column<CaseRow> => ({
    id,
    header: t(`cases.columns.${id}`),
    cell: cells[id] ?? ((row) => <span className="two-lines">{texts[id](row)}</span>),
    ...placeOf(id, room),
  })
  // The order by term is that of the cases: the term of the letter has a column without it.
  const informBy: Column<CaseRow> = {
    ...columnOf('due'),
    id: 'informBy',
    header: t('cases.preview.informBy'),
    cell: (row) =>
      row.informBy && row.informState ? (
        <DueOn on={row.informBy} state={row.informState} isShort={room.isLaptop} />
      ) : (
        none
      ),
  }
  return columnIdsOf(list).map((id) => (id === 'due' && room.isToInform ? informBy : columnOf(id)))
}

const NameCell = ({ name, isOneLine }: { name: string; isOneLine: boolean }) => (
  <span className={isOneLine ? undefined : 'two-lines'} title={isOneLine ? name : undefined}>
    <bdi>{name}</bdi>
  </span>
)

function CaseLink({ row: { id, code, unread, needsAccommodation }, list }: { row: CaseRow; list: CaseList }) {
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
      {needsAccommodation && <Icon name="it-hearing" size="xs" title={t('cases.accommodation')} />}
    </span>
  )
}

/** Placeholder for a missing value. */
export const none = '–'

const withState = ({ dueOn, dueState }: Pick<CaseRow, 'dueOn' | 'dueState'>, t: TFunction) =>
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
    informBy: ({ informBy, informState }) => withState({ dueOn: informBy, dueState: informState }, t),
    unread: ({ unread }) => (unread > 0 ? t('cases.unread', { count: unread }) : none),
    accommodation: ({ needsAccommodation }) => (needsAccommodation ? t('cases.accommodation') : none),
  }
}

/** Texts of the preview that are not in columns. */
type ExtraText = 'relevance' | 'profile' | 'channel' | 'informBy' | 'unread' | 'accommodation'
