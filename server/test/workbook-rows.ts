import { readXlsx } from 'hucre/xlsx'

/** The cells of the first sheet of a workbook, as texts. */
export async function workbookRows(bytes: Uint8Array): Promise<string[][]> {
  const [sheet] = (await readXlsx(bytes)).sheets
  return sheet?.rows.map((row) => row.map(String)) ?? []
}
