import { constants } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import { type CheckResult, checkFolder } from './check-folder.ts'
import { type Correspondence, correspondencesName, correspondencesText } from './correspondences.ts'
import { errorWorkbook } from './error-workbook.ts'
import { openFolder } from './folder.ts'
import { saveTable } from './table/tables.store.ts'
import type { TransferNeeds } from './transfer-kind-io.ts'

/** What a check that was started on a page found; its errors are in the result file of the run. */
export interface CheckOutcome {
  readonly rows: number
  readonly errors: number
  readonly hasOpenCorrespondences: boolean
  /** Of the folder and the table that were checked. */
  readonly digest: string
}

export const workbookName = 'errori.xlsx'
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes the table for the office to fill in into its folder. Follows no symbolic link. */
export const writeCorrespondences = (folder: string, rows: readonly Correspondence[]): Promise<void> =>
  writeFile(join(folder, correspondencesName), correspondencesText(rows), {
    mode: 0o600,
    // The types know the flags as texts alone.
    flag: (constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW) as unknown as string,
  })

/** Judges every row of a folder as a run: its result file is the workbook of errors. Writes nothing into the folder. */
export async function checkAsRun(
  needs: TransferNeeds,
  run: ActiveRun<never, CheckOutcome>,
  audit: AuditRecorder,
): Promise<void> {
  const { checkedDigest: digest } = await openFolder(needs, run.subject)
  audit.record('batch', [run.id])
  let result: CheckResult | undefined
  async function* workbook() {
    let counted = 0
    result = await checkFolder(needs, run.subject, async (done) => {
      await run.count(done - counted)
      counted = done
    })
    yield await errorWorkbook(result.errors)
  }
  const file = { name: workbookName, mediaType: workbookType, madeBy: run.startedBy }
  await run.finishWithFile(file, workbook(), async (tx) => {
    const {
      rows = 0,
      errorCount = 0,
      hasOpenCorrespondences = false,
      correspondences = [],
    }: Partial<CheckResult> = result ?? {}
    if (correspondences.length > 0)
      await saveTable(tx, needs.vault, run.subject, { written: correspondencesText(correspondences) })
    return { rows, errors: errorCount, hasOpenCorrespondences, digest }
  })
}
