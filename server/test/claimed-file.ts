import type { TestApp } from './build-app.ts'
import { scanPaths, upload } from './upload.ts'

let count = 0

/** Uploads a file for a case as the manager; returns its `cmis_id`. */
export async function uploadCaseFile(portal: TestApp): Promise<string> {
  count += 1
  const file = { name: `atto ${count}.txt`, bytes: Buffer.from(`Atto numero ${count}`) }
  const { body } = await upload(await portal.as('manager'), scanPaths.case, file)
  return body.result.allegato.cmis_id
}

/** Uploads a file and lets the case claim it; returns its `cmis_id`. */
export async function claimedFile(portal: TestApp, caseId: number): Promise<string> {
  const id = await uploadCaseFile(portal)
  const { attachments, audit, inTransaction } = portal.services
  const maker = { userId: await portal.idOf('manager') }
  const claim = { ids: [id], maker, owner: { caseId }, wirePath: 'allegati' }
  await audit.job('prova', (recorder) => inTransaction(recorder, (tx) => attachments.claim(tx, claim, recorder)))
  return id
}

/** The number by which the audit log identifies a file. */
export async function numberOfFile(portal: TestApp, id: string): Promise<number> {
  const { rows } = await portal.database.pool.query('select number from attachments where id = $1', [id])
  return rows[0].number
}
