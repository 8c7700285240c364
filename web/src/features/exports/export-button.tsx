import { type CaseView, type ExportKind, limits, mayExport } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/current-user.ts'
import type { BulkActions, ListRow } from '#list/list.ts'
import { Button } from '#ui/button.tsx'
import { ExportDialog } from './export-dialog.tsx'
import type { ExportedRows } from './exports.queries.ts'

interface Props {
  readonly kind: ExportKind
  /** The list, of an export of cases. */
  readonly view?: CaseView
  readonly rows: ExportedRows
  /** Whether the filters search every list: one is exported at a time. */
  readonly isOfManyLists?: boolean | undefined
}

/** Asks for a file of the rows of a list; nothing for those who may not export it. */
export function ExportButton({ kind, view, rows, isOfManyLists = false }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isAllowed = mayExport(kind, useUser().selectedRole)
  // A row can be selected all the same: then the button says why it does nothing.
  if (!(isAllowed || 'ids' in rows)) return null
  const isTooMuch = 'ids' in rows && rows.ids.length > limits.exports.chosenRows
  const reasons = [
    !isAllowed && t('exportPage.notAllowed'),
    isOfManyLists && t('exportPage.oneList'),
    isTooMuch && t('messages.troppe_righe_esportate'),
  ]
  return (
    <>
      <Button
        variant="secondary"
        icon="it-download"
        disabledReason={reasons.find((reason) => reason !== false) || undefined}
        onClick={() => setOpen(true)}
      >
        {t('ids' in rows ? 'exportPage.exportChosen' : 'exportPage.export')}
      </Button>
      {isOpen && <ExportDialog kind={kind} view={view} rows={rows} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The bulk bar of a list whose selected rows can only be exported. */
export const exportBulk = <Row extends ListRow>(
  kind: ExportKind,
  rowText: (t: TFunction, row: Row) => string,
): BulkActions<Row> => ({
  textsOf: (t) => ({ title: t('exportPage.bulk'), all: t('list.selection.all') }),
  rowText,
  actions: ({ rows }, orderings) => <ExportButton kind={kind} rows={{ ids: rows.map(({ id }) => id), orderings }} />,
})
