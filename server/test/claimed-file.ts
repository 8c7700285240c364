import type { TestApp } from './build-app.ts'
import { scanPaths, upload } from './upload.ts'

let brought = 0

/** A file that the manager has brought for a case; its `cmis_id`. */
export async function broughtFile(portal: TestApp): Promise<string> {
  brought += 1
  const file = { name: `atto ${brought}.txt`, bytes: Buffer.from(`Atto numero ${brought}`) }
  const { body } = await upload(await portal.as('manager'), scanPaths.case, file)
  return body.result.allegato.cmis_id
}

/** The same, and the case has it. */
export async function claimedFile(portal: TestApp, caseId: number): Promise<string> {
  const id = await broughtFile(portal)
  const { attachments, audit, inTransaction } = portal.services
  const maker = { userId: await portal.idOf('manager') }
  await audit.job('prova', () => inTransaction((tx) => attachments.claim(tx, [id], maker, { caseId }, 'allegati')))
  return id
}

/** What the audit log names a file by. */
export async function numberOfFile(portal: TestApp, id: string): Promise<number> {
  const { rows } = await portal.database.pool.query('select number from attachments where id = $1', [id])
  return rows[0].number
}
