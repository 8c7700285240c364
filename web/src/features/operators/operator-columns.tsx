import type { OperatorRow } from '@portal/contract'
import type { TFunction } from 'i18next'
import { ShowDay } from '#lib/i18n/format.tsx'
import { RowLink } from '#list/row-link.tsx'
import type { Column } from '#ui/data-table.tsx'
import { nameOf, operatorHref, rolesText } from './operator-name.ts'
import { OperatorState, stateOf } from './operator-state.tsx'

export const operatorColumns = (t: TFunction): Column<OperatorRow>[] => [
  {
    id: 'name',
    header: t('operators.columns.name'),
    isRowHeader: true,
    isWrapped: true,
    cell: (row) => (
      <RowLink id={row.id} href={operatorHref(row.id)}>
        {nameOf(row)}
      </RowLink>
    ),
  },
  {
    id: 'taxCode',
    header: t('operators.fields.taxCode'),
    width: '10.5rem',
    isFoldedOnTablet: true,
    cell: ({ taxCode }) => (
      <bdi dir="ltr" className="figures">
        {taxCode}
      </bdi>
    ),
  },
  {
    id: 'mail',
    header: t('operators.fields.mail'),
    width: '14rem',
    isWrapped: true,
    isFoldedOnTablet: true,
    cell: ({ mail }) => (mail ? <bdi dir="ltr">{mail}</bdi> : '–'),
  },
  {
    id: 'roles',
    header: t('operators.fields.roles'),
    isWrapped: true,
    cell: ({ roles }) => rolesText(t, roles),
  },
  {
    id: 'state',
    header: t('operators.columns.state'),
    width: '8.25rem',
    cell: (row) => <OperatorState operator={row} />,
  },
  { id: 'since', header: t('operators.columns.since'), width: '6.5rem', cell: (row) => <Since row={row} /> },
]

/** Since when the account is open or closed, or from when it will be open. */
function Since({ row }: { row: OperatorRow }) {
  const [, at] = stateOf(row, new Date())
  return at ? <ShowDay instant={at} /> : '–'
}
