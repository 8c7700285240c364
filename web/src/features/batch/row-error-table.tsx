import type { UploadRun } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { csvOf } from '#lib/files/csv.ts'
import { saveFile } from '#lib/files/save-file.ts'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'

type RowError = UploadRun['errors'][number]
/** More than anybody mends by reading on the screen: the rest is in the file to be saved. */
const mostShown = 100

const namesOf = (errors: readonly RowError[]) => {
  const names = ['row', 'field', 'message'] as const
  return errors.some(({ sheet }) => sheet !== undefined) ? (['sheet', ...names] as const) : names
}

interface Props {
  readonly errors: readonly RowError[]
  /** The name of the file of errors. */
  readonly fileName: string
}

/** What is wrong with a file, row by row, and the same as a file. */
export function RowErrorTable({ errors, fileName }: Props) {
  const { t } = useTranslation()
  if (errors.length === 0) return null
  const names = namesOf(errors)
  const headings = names.map((name) => t(`batchPage.upload.columns.${name}`))
  const columns: Column<RowError>[] = names.map((name, index) => ({
    id: name,
    header: headings[index] ?? '',
    isRowHeader: name === 'row',
    isWrapped: name !== 'row',
    ...(name !== 'message' && { width: name === 'row' ? '5rem' : '14rem' }),
    cell: (error) => (name === 'row' ? t('desk.number', { number: error.row }) : error[name]),
  }))
  const handleSave = () =>
    saveFile(fileName, new Blob([rowErrorCsv(headings, errors)], { type: 'text/csv;charset=utf-8' }))
  return (
    <>
      <div className="cluster cluster-spread upload-faults">
        <span>{errors.length > mostShown && t('batchPage.upload.shown', { count: mostShown })}</span>
        <Button variant="secondary" size="sm" icon="it-download" onClick={handleSave}>
          {t('batchPage.upload.saveFaults')}
        </Button>
      </div>
      <DataTable
        caption={t('batchPage.upload.faults')}
        columns={columns}
        rows={errors.slice(0, mostShown)}
        rowKey={({ row, field, code }) => `${row} ${field} ${code}`}
        emptyText={t('desk.empty')}
        loadingText={t('site.loading')}
      />
    </>
  )
}

/** The errors of a file as CSV. */
export const rowErrorCsv = (headings: readonly string[], errors: readonly RowError[]): string =>
  csvOf([headings, ...errors.map((error) => namesOf(errors).map((name) => error[name] ?? ''))])
