import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import {
  dayIn,
  dayMs,
  officeZone,
  type TransferKindName,
  type TransferRecord,
  transferFiles,
  transferFormat,
  transferManifest,
  writeRecord,
} from '@portal/contract'
import * as z from 'zod/mini'
import { demoPeople } from '#features/session/demo-people.ts'
import { fileNameOf } from '#features/transfer/folder.ts'
import { manifestName } from '#features/transfer/read-texts.ts'
import { drawsFrom } from '../random.ts'
import { eachSampleCase } from '../sample-cases.ts'
import { newAccounts, type StaffKey, staff, staffKeys } from '../staff.ts'
import type { CaseRecords } from './case-building.ts'
import { fileOf, recordsOf, textOfFile } from './case-records.ts'

/** How large an invented office is. */
export interface LargeOffice {
  readonly cases: number
  /** Years of work until `today`. */
  readonly years: number
  readonly today: Date
  /** One case in so many has files, at least one; the others have none. */
  readonly fileEvery: number
  readonly seed?: number
}

/** Writes the lines of one file; their number and digest are for the manifest. */
function lineFile<K extends TransferKindName>(folder: string, kind: K) {
  const name = fileNameOf(kind)
  const stream = createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 })
  const hash = createHash('sha256')
  let rows = 0
  return {
    async write(records: readonly TransferRecord<K>[]) {
      const text = records.map((record) => `${writeRecord(kind, record)}\n`).join('')
      rows += records.length
      hash.update(text)
      if (text !== '' && !stream.write(text)) await once(stream, 'drain')
    },
    async end() {
      stream.end()
      await finished(stream)
      return { name, rows, sha256: hash.digest('hex') }
    },
  }
}

function operatorOf(key: StaffKey, enabledAt: Date): TransferRecord<'operator'> {
  const { taxCode, role } = staff[key]
  const person = [...demoPeople, ...newAccounts].find((one) => one.taxCode === taxCode)
  if (!person) throw new Error(`There is no account of ${key}.`)
  const { firstName, lastName } = person
  const mail = `${firstName}.${lastName}@demo.example`.toLowerCase()
  return { head: { key, taxCode, firstName, lastName, mail, enabledAt, isEnabled: true, roles: [role] } }
}

/** A case with at least one file. */
function withFile(records: CaseRecords): CaseRecords {
  const [record] = records.case
  if (!record || records.attachment.length > 0) return records
  const { key: caseKey, createdAt: addedAt } = record.head
  const key = `${caseKey}/F1`
  const head = { key, caseKey, file: fileOf(key), name: 'dichiarazione.txt', addedAt }
  return { ...records, attachment: [{ head }] }
}

const withoutFiles = (records: CaseRecords): CaseRecords => ({
  ...records,
  caseEvent: records.caseEvent.filter(({ head }) => head.kind !== 'fileAdded'),
  attachment: [],
})

/** Writes an invented office as a folder of the transfer. Nothing of it is in memory but one case. */
export async function writeLargeOffice(folder: string, office: LargeOffice): Promise<void> {
  const { cases, years, today, fileEvery, seed = 1 } = office
  const kinds = Object.keys(transferFiles) as TransferKindName[]
  await mkdir(join(folder, 'allegati'), { recursive: true, mode: 0o700 })
  const files = new Map(kinds.map((kind) => [kind, lineFile(folder, kind)]))
  const numbers = new Map<number, number>()
  let written = 0
  const start = new Date(today.getTime() - years * 366 * dayMs)
  await files.get('operator')?.write(staffKeys.map((key) => operatorOf(key, start)))
  for (const sample of eachSampleCase(drawsFrom(seed), cases, today, years * 365)) {
    const year = Number(dayIn(officeZone, sample.entry.at).slice(0, 4))
    const number = (numbers.get(year) ?? 0) + 1
    numbers.set(year, number)
    const all = recordsOf(sample, { year, number })
    written += 1
    const records = written % fileEvery === 0 ? withFile(all) : withoutFiles(all)
    for (const [kind, some] of Object.entries(records)) await files.get(kind as TransferKindName)?.write(some)
    for (const { head } of records.attachment)
      await writeFile(join(folder, head.file), textOfFile(head.key), { mode: 0o600 })
  }
  const ended = []
  for (const file of files.values()) ended.push(await file.end())
  const { name: format, version } = transferFormat
  const manifest = z.encode(transferManifest, { format, version, source: 'dimostrazione', files: ended })
  await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
}
