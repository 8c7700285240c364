import { limits } from '@portal/contract'
import { deskPlace } from '#lib/drafts/desk-store.ts'
import { readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'

const place = deskPlace('caseRows')

/** Rows per page as they were chosen last, in any list of this tab. */
export function rememberedRows(): number {
  const rows = readFromTab<number>(place)
  return limits.page.choices.find((choice) => choice === rows) ?? limits.page.rows
}

export const rememberRows = (rows: number) => writeToTab(place, rows)
