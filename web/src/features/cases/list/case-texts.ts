import { type CaseRow, formatScreenDate, type ReferenceBundle, type ReferenceList } from '@portal/contract'
import type { TFunction } from 'i18next'
import { formatDay } from '#lib/i18n/format.tsx'
import type { CaseColumn } from './case-lists.ts'

/** Placeholder for a missing value. */
const none = '–'

const withState = ({ dueOn, dueState }: CaseRow, t: TFunction) =>
  dueOn && dueState ? `${t(`cases.due.${dueState}`)} ${formatScreenDate(dueOn)}` : none

/** The text of each column of a case: for the table, its preview and the export. */
export function caseTexts(
  t: TFunction,
  lists: ReferenceBundle | undefined,
): Readonly<Record<CaseColumn, (row: CaseRow) => string>> & Readonly<Record<ExtraText, (row: CaseRow) => string>> {
  const label = (list: ReferenceList, id: number | undefined) =>
    (id !== undefined && lists?.[list]?.find((item) => item.id === id)?.label) || none
  return {
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
    reporter: ({ reporterTypeId }) => label('reporter_type', reporterTypeId),
    channel: ({ channelId }) => label('channel', channelId),
    unread: ({ unread }) => (unread > 0 ? t('cases.unread', { count: unread }) : none),
  }
}

/** Texts of the preview that are not in columns. */
type ExtraText = 'relevance' | 'reporter' | 'channel' | 'unread'
