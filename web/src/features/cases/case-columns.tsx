import { type CaseRow, paths, type ReferenceBundle, type ReferenceList } from '@portal/contract'
import type { TFunction } from 'i18next'
import { ShowDay } from '#lib/format.tsx'
import { siteHref } from '#lib/page-settings.ts'
import type { Column } from '#ui/data-table.tsx'
import { NavLink } from '#ui/nav-link.tsx'
import { StatusOfCase } from './status-of-case.tsx'

/** The columns of the case list (specification 2 §3); 'Operatore' stands in view 0 only. */
export function caseColumns(t: TFunction, lists: ReferenceBundle | undefined): Column<CaseRow>[] {
  const label = (list: ReferenceList, id: number | undefined) =>
    (id !== undefined && lists?.[list]?.find((item) => item.id === id)?.label) || '–'
  return [
    {
      id: 'status',
      header: t('cases.columns.status'),
      width: '10.75rem',
      cell: ({ status }) => <StatusOfCase status={status} />,
    },
    {
      id: 'protocolNumber',
      header: t('cases.columns.protocolNumber'),
      width: '10rem',
      isRowHeader: true,
      cell: (row) => <CaseLink row={row} />,
    },
    {
      id: 'createdAt',
      header: t('cases.columns.createdAt'),
      width: '6.25rem',
      cell: ({ createdAt }) => <ShowDay instant={createdAt} />,
    },
    { id: 'field', header: t('cases.columns.field'), cell: ({ fieldId }) => label('field_of_life', fieldId) },
    {
      id: 'mode',
      header: t('cases.columns.mode'),
      isFoldedOnTablet: true,
      cell: ({ modeId }) => label('discrimination_mode', modeId),
    },
    {
      id: 'ground',
      header: t('cases.columns.ground'),
      width: '7rem',
      isFoldedOnTablet: true,
      cell: ({ groundId, subGroundId }) =>
        subGroundId ? `${label('ground', groundId)} / ${label('sub_ground', subGroundId)}` : label('ground', groundId),
    },
    {
      id: 'place',
      header: t('cases.columns.place'),
      isFoldedOnTablet: true,
      cell: ({ isVirtual }) => (isVirtual === undefined ? '–' : t(`cases.places.${isVirtual ? 'virtual' : 'real'}`)),
    },
    {
      id: 'language',
      header: t('cases.columns.language'),
      isFoldedOnTablet: true,
      cell: ({ languageId }) => label('language', languageId),
    },
    {
      id: 'operator',
      header: t('cases.columns.operator'),
      isFoldedOnTablet: true,
      cell: ({ operator }) => operator ?? '–',
    },
    {
      id: 'outcome',
      header: t('cases.columns.outcome'),
      isFoldedOnTablet: true,
      cell: ({ outcomeId }) => label('final_outcome', outcomeId),
    },
  ]
}

const CaseLink = ({ row: { id, code } }: { row: CaseRow }) => (
  <NavLink href={siteHref(paths.caseDetail, { id })}>
    <bdi dir="ltr" className="figures">
      {code}
    </bdi>
  </NavLink>
)
