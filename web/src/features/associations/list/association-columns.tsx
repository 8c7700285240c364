import type { AssociationRow, PlainDate, ReferenceBundle, ReferenceList } from '@portal/contract'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { DueOn } from '#lib/backoffice/due-on.tsx'
import { StatusOfAssociation } from '#lib/backoffice/status-of-association.tsx'
import { ShowDate, ShowDay } from '#lib/i18n/format.tsx'
import { RowLink } from '#list/row-link.tsx'
import type { Column } from '#ui/data-table.tsx'
import { type AssociationList, type AssociationListName, associationHref } from './association-lists.ts'

// A row has two lines: the name takes the width that is left, and what is long stands under what is short. Widths are those of the
// longest words of the lists.
// biome-ignore format: a table
const looks = {
  name:           { isRowHeader: true, isWrapped: true },
  number:         { width: '9rem', isFoldedOnTablet: true },
  requestNumber:  { under: 'number' },
  status:         { width: '9rem' },
  requestedAt:    { width: '7rem' },
  enrolledOn:     { width: '6.5rem' },
  renewedOn:      { under: 'enrolledOn' },
  expiresOn:      { width: '6.5rem', isFoldedOnTablet: true },
  closedOn:       { width: '6.5rem' },
  representative: { width: 'clamp(9.5rem, 20vw - 6.5rem, 15rem)', isFoldedOnTablet: true },
  email:          { under: 'representative' },
  region:         { width: 'clamp(7.75rem, 15vw - 4.25rem, 10rem)', isFoldedOnTablet: true, isWrapped: true },
  ground:         { width: 'clamp(9.75rem, 15vw - 2.25rem, 12rem)', isFoldedOnTablet: true, isWrapped: true },
} as const satisfies Record<string, Omit<Column<AssociationRow>, 'id' | 'header' | 'cell'>>
type ColumnId = keyof typeof looks

/** The columns of each list (specification 2 §3); enrolments are sorted by their expiry, which therefore shows too. */
// biome-ignore format: a table
const columnIds: Readonly<Record<AssociationListName, readonly ColumnId[]>> = {
  newRequests: ['name', 'number', 'requestNumber', 'status', 'requestedAt', 'representative', 'email', 'region', 'ground'],
  enrolled:    ['name', 'number', 'status', 'enrolledOn', 'renewedOn', 'expiresOn', 'representative', 'region', 'ground'],
  notEnabled:  ['name', 'number', 'status', 'enrolledOn', 'closedOn', 'region', 'ground'],
}

/** Placeholder for a missing value. */
const none = '–'
const dayOr = (day: PlainDate | undefined) => (day ? <ShowDate date={day} /> : none)
const text = (value: string | undefined) => (value ? <bdi title={value}>{value}</bdi> : none)
const figures = (value: string | undefined) =>
  value ? (
    <bdi dir="ltr" className="figures">
      {value}
    </bdi>
  ) : (
    none
  )

interface Setting {
  readonly t: TFunction
  readonly lists: ReferenceBundle | undefined
  readonly list: AssociationList
}

export function associationColumns({ t, lists, list }: Setting): Column<AssociationRow>[] {
  const label = (name: ReferenceList, id: number | undefined) =>
    (id !== undefined && lists?.[name]?.find((item) => item.id === id)?.label) || none
  const cells: Readonly<Record<ColumnId, (row: AssociationRow) => ReactNode>> = {
    name: ({ id, name }) => (
      <RowLink id={id} href={associationHref(list, id)}>
        <bdi>{name}</bdi>
      </RowLink>
    ),
    number: ({ number }) => figures(number),
    requestNumber: ({ requestNumber }) => figures(requestNumber),
    status: ({ status }) => <StatusOfAssociation status={status} />,
    requestedAt: (row) => <RequestCell row={row} />,
    enrolledOn: ({ enrolledOn }) => dayOr(enrolledOn),
    renewedOn: ({ renewedOn }) => dayOr(renewedOn),
    expiresOn: ({ expiresOn }) => dayOr(expiresOn),
    closedOn: ({ closedOn }) => dayOr(closedOn),
    representative: ({ representative }) => text(representative),
    email: ({ email }) => text(email),
    region: ({ regionId }) => label('region', regionId),
    ground: ({ groundId }) => label('ground', groundId),
  }
  return columnIds[list.view].map((id) => ({
    id,
    header: t(`register.columns.${id}`),
    cell: cells[id],
    ...looks[id],
    // Where no number of a request stands under it, the number of the association stands under the name.
    ...(id === 'number' && list.view !== 'newRequests' && { under: 'name' }),
  }))
}

/** The day of the request, with the term of requested documents once it has passed. */
function RequestCell({ row: { requestedAt, isLate, dueOn } }: { row: AssociationRow }) {
  return (
    <>
      <ShowDay instant={requestedAt} />
      {isLate && dueOn && (
        <span className="stacked-line">
          <DueOn state="late" on={dueOn} isShort />
        </span>
      )}
    </>
  )
}
