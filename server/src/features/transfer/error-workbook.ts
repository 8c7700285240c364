import common from '@portal/contract/texts/it.json' with { type: 'json' }
import office from '@portal/contract/texts/office/it.json' with { type: 'json' }
import register from '@portal/contract/texts/register/it.json' with { type: 'json' }
import { smallWorkbook } from '#platform/spreadsheets/small-workbook.ts'
import type { RowError } from './check-folder.ts'
import type { Correspondence } from './correspondences.ts'
import { tableLimits } from './table/table.rules.ts'

const texts: Readonly<Record<string, string>> = { ...common.messages, ...office.messages, ...register.messages }

const textOf = ({ message, params = {} }: RowError) =>
  (texts[message] ?? message).replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(params[name] ?? ''))

/** The errors of a check as a workbook: by file and row, with the key and the field, never with the value. */
export const errorWorkbook = (errors: readonly RowError[]): Promise<Uint8Array> =>
  smallWorkbook([
    {
      title: 'errori',
      columns: [
        { title: 'file', kind: 'text' },
        { title: 'riga', kind: 'count' },
        { title: 'chiave', kind: 'text' },
        { title: 'campo', kind: 'text' },
        { title: 'errore', kind: 'text' },
      ],
      rows: errors.map((error) => [error.file, error.row, error.key, error.path, textOf(error)]),
    },
  ])

export const tableName = 'corrispondenze.xlsx'

/** The table of correspondences for the office to fill in. Its values are texts, so that no spreadsheet changes one. */
export const tableWorkbook = (rows: readonly Correspondence[]): Promise<Uint8Array> =>
  smallWorkbook([
    {
      title: 'corrispondenze',
      columns: [
        { title: 'lista', kind: 'text' },
        { title: 'valore', kind: 'text' },
        { title: 'righe', kind: 'count' },
        { title: 'nostro', kind: 'text' },
        { title: 'etichetta', kind: 'text' },
      ],
      rows: rows
        .slice(0, tableLimits.rows)
        .map(({ list, value, rows: count, ours, label }) => [list, value, count, ours, label]),
    },
  ])
