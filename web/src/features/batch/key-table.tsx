import type { EncryptionState } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import { useRetireKey } from './encryption.queries.ts'

type DataKey = EncryptionState['keys'][number]

/** The key ring, newest first, with a way out for keys that seal nothing any more. */
export function KeyTable({ keys }: { keys: readonly DataKey[] | undefined }) {
  const { t } = useTranslation()
  const [retiring, setRetiring] = useState<number>()
  const retire = useRetireKey()
  const close = () => setRetiring(undefined)
  const handleConfirm = () => {
    close()
    if (retiring !== undefined) retire.mutate(retiring)
  }
  return (
    <>
      <DataTable
        caption={t('batchPage.keys.caption')}
        columns={keyColumns(t, setRetiring)}
        rows={keys && [...keys].sort((a, b) => b.id - a.id)}
        rowKey={({ id }) => id}
        emptyText={t('desk.empty')}
        loadingText={t('site.loading')}
        expectedRows={1}
      />
      {retiring !== undefined && (
        <ConfirmDialog
          title={t('batchPage.keys.retireTitle', { id: retiring })}
          texts={{ confirm: t('batchPage.keys.retire'), cancel: t('desk.cancel'), close: t('site.close') }}
          isDanger
          onConfirm={handleConfirm}
          onClose={close}
        >
          <p>{t('batchPage.keys.retireText')}</p>
          <p>{t('batchPage.keys.retireBackups')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const keyColumns = (t: TFunction, onRetire: (id: number) => void): Column<DataKey>[] => [
  {
    id: 'id',
    header: t('batchPage.keys.key'),
    isRowHeader: true,
    cell: ({ id }) => t('batchPage.keys.name', { id }),
  },
  {
    id: 'createdAt',
    header: t('batchPage.keys.createdAt'),
    cell: ({ createdAt }) => <ShowInstant instant={createdAt} />,
  },
  {
    id: 'rows',
    header: t('batchPage.keys.rows'),
    align: 'end',
    width: '9rem',
    cell: ({ rows }) => t('desk.number', { number: rows }),
  },
  {
    id: 'isInUse',
    header: t('batchPage.keys.state'),
    cell: ({ isInUse }) => (
      <StatusChip
        kind={isInUse ? 'closed' : 'cancelled'}
        label={t(isInUse ? 'batchPage.keys.inUse' : 'batchPage.keys.earlier')}
      />
    ),
  },
  {
    id: 'retire',
    header: t('batchPage.keys.retirement'),
    width: '13rem',
    cell: (key) => <Retirement dataKey={key} onRetire={onRetire} />,
  },
]

/** A button that is off would say why in a bubble, which a table cuts off: the reason stands in its place. */
function Retirement({
  dataKey: { id, rows, isInUse },
  onRetire,
}: {
  dataKey: DataKey
  onRetire: (id: number) => void
}) {
  const { t } = useTranslation()
  if (isInUse) return <span>{t('batchPage.keys.isInUse')}</span>
  if (rows > 0) return <span>{t('batchPage.keys.hasRows')}</span>
  return (
    <Button variant="secondary" size="sm" onClick={() => onRetire(id)}>
      <span>{t('batchPage.keys.retire')}</span>
      <span className="visually-hidden">{` ${id}`}</span>
    </Button>
  )
}
