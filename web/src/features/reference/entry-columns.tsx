import {
  hasOwnOrder,
  type Language,
  languages,
  missingLanguages,
  moveReferenceEntry,
  parentListOf,
  placeLists,
  type ReferenceEntry,
  type ReferenceEntryFilters,
  type ReferenceList,
  translatedLists,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyError } from '#lib/api/notify-error.ts'
import { ShowDate, ShowDay } from '#lib/i18n/format.tsx'
import type { ListView } from '#list/list.ts'
import { rowLinkId } from '#list/row-link.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { RenameDialog } from './entry-dialog.tsx'
import { useEntryChange } from './reference.queries.ts'

interface Props {
  readonly list: ReferenceList
  readonly entry: ReferenceEntry
}

/** The columns of the entries of a list; those that nobody edits or moves have no buttons. */
export function useEntryColumns({
  filters: { list },
}: ListView<ReferenceEntry, ReferenceEntryFilters>): Column<ReferenceEntry>[] {
  const { t } = useTranslation()
  const isOfPlaces = placeLists.some((one) => one === list)
  return [
    ...nameColumns(t, list),
    ...(isOfPlaces ? [] : [languageColumn(t, list)]),
    {
      id: 'state',
      header: t('referenceLists.entry.state'),
      width: '12rem',
      isWrapped: true,
      cell: (entry) => <EntryState entry={entry} />,
    },
    ...(hasOwnOrder(list) ? [moveColumn(t, list)] : []),
    ...(isOfPlaces ? [] : [editColumn(t, list)]),
  ]
}

const nameColumns = (t: TFunction, list: ReferenceList): Column<ReferenceEntry>[] => [
  {
    id: 'number',
    header: t('referenceLists.entry.number'),
    width: '5rem',
    align: 'end',
    cell: ({ id }) => <bdi className="figures">{id}</bdi>,
  },
  {
    id: 'name',
    header: t('referenceLists.entry.name'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ labels }) => <bdi>{labels.it}</bdi>,
  },
  ...(parentListOf(list)
    ? [
        {
          id: 'parent',
          header: t('referenceLists.entry.parent'),
          isWrapped: true,
          isFoldedOnTablet: true,
          cell: ({ parentLabel }: ReferenceEntry) => <bdi>{parentLabel ?? '–'}</bdi>,
        },
      ]
    : []),
]

const codesOf = (some: readonly Language[]) => some.map((language) => language.toUpperCase()).join(', ')

const languageColumn = (t: TFunction, list: ReferenceList): Column<ReferenceEntry> => ({
  id: 'languages',
  header: t('referenceLists.entry.languages'),
  width: '12rem',
  isWrapped: true,
  isFoldedOnTablet: true,
  cell: ({ labels }) => {
    const missing = missingLanguages(labels)
    if (missing.length === 0) return t('referenceLists.entry.allLanguages')
    if (translatedLists.includes(list)) return t('referenceLists.entry.missing', { languages: codesOf(missing) })
    return codesOf(languages.filter((language) => labels[language]))
  },
})

const moveColumn = (t: TFunction, list: ReferenceList): Column<ReferenceEntry> => ({
  id: 'move',
  header: t('referenceLists.entry.order'),
  width: '7.5rem',
  cell: (entry) => <MoveButtons list={list} entry={entry} />,
})

const editColumn = (t: TFunction, list: ReferenceList): Column<ReferenceEntry> => ({
  id: 'edit',
  header: t('referenceLists.entry.edit'),
  width: '8rem',
  cell: (entry) => <EditButton list={list} entry={entry} />,
})

function EntryState({ entry: { isRetired, retiredAt, retiredUses = 0, validUntil } }: { entry: ReferenceEntry }) {
  const { t } = useTranslation()
  if (!isRetired) return <span>{t('referenceLists.entry.inForce')}</span>
  return (
    <>
      <span>{t(validUntil ? 'referenceLists.entry.ended' : 'referenceLists.entry.retired')}</span>{' '}
      {validUntil ? <ShowDate date={validUntil} /> : retiredAt && <ShowDay instant={retiredAt} />}
      {retiredUses > 0 && <span>{` · ${t('referenceLists.entry.stillUsed', { count: retiredUses })}`}</span>}
    </>
  )
}

/** At an end of the list a button stays, so that the focus does, and does nothing. */
function MoveButtons({ list, entry: { id, labels, isFirst, isLast } }: Props) {
  const { t } = useTranslation()
  const name = labels.it
  const move = useEntryChange(moveReferenceEntry, () => t('referenceLists.moved', { name }))
  const to = (direction: 'up' | 'down', isOff: boolean) => ({
    'aria-disabled': isOff || move.isPending || undefined,
    onClick: () => {
      if (!isOff && !move.isPending) move.mutate({ body: { list, id, direction } }, { onError: notifyError })
    },
  })
  return (
    <span className="entry-moves">
      <IconButton icon="it-arrow-up" label={t('referenceLists.entry.up', { name })} {...to('up', isFirst)} />
      <IconButton icon="it-arrow-down" label={t('referenceLists.entry.down', { name })} {...to('down', isLast)} />
    </span>
  )
}

function EditButton({ list, entry }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        id={rowLinkId(entry.id)}
        variant="secondary"
        size="sm"
        aria-label={t('referenceLists.entry.editOf', { name: entry.labels.it })}
        onClick={() => setOpen(true)}
      >
        {t('referenceLists.entry.edit')}
      </Button>
      {isOpen && <RenameDialog list={list} entry={entry} onClose={() => setOpen(false)} />}
    </>
  )
}
