import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TransferKindName, transferFiles } from '@portal/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestApp, type TestApp } from './build-app.ts'
import type { ListIds } from './draw-parts.ts'
import { pdf } from './make-files.ts'
import { correspondenceFile, documentFile } from './register-draws.ts'
import { drawOffice } from './transfer-draws.ts'
import { linesOfKind, makeTransferFolder } from './transfer-folder.ts'

/** The records of a kind as their lines are read: without absent members, in order of their keys. */
const sorted = (records: readonly (string | object)[]): object[] =>
  (JSON.parse(JSON.stringify(records)) as { chiave: string }[]).sort((one, other) =>
    one.chiave < other.chiave ? -1 : 1,
  )

/** A file has another place in an export: the digest of its bytes. */
const withoutPlace = (record: string | object) => {
  const { file: _file, ...rest } = record as { file?: string }
  return rest
}

const bytes = { [documentFile]: pdf(), [correspondenceFile]: 'Gentile associazione' }

/** Declares the test that so many random offices are the same after they moved out and into another portal. */
export function testRoundTrips(runs: number): void {
  let one: TestApp
  let other: TestApp
  let lists: ListIds
  beforeAll(async () => {
    one = await startTestApp()
    // An embedded engine holds one test database at a time: there the office moves out and back, emptied in between.
    other = inject('testEngine') === 'embedded' ? one : await startTestApp()
    const { rows } = await one.database.pool.query(
      'select list, array_agg(id) as ids from reference_items where retired_at is null group by list',
    )
    lists = new Map(rows.map(({ list, ids }) => [list, ids]))
  })
  afterAll(async () => {
    await one.close()
    if (other !== one) await other.close()
  })

  const kinds = Object.keys(transferFiles) as TransferKindName[]

  /** Takes out what an import wrote, but for accounts, which the next one finds. */
  const empty = ({ database }: TestApp) =>
    database.pool.query(`truncate cases, natural_persons, legal_persons, registry_merges, associations, association_request_numbers,
      transfer_keys, protocol_counters cascade`)

  async function moveIn(portal: TestApp, folder: string): Promise<void> {
    await empty(portal)
    const { errors } = await portal.services.transfer.check(folder)
    expect(errors).toEqual([])
    const run = await portal.services.transfer.importNow(folder, await portal.idOf('manager'))
    expect(run.state).toBe('done')
  }

  test(
    `an office that moves out and into another one is the same office`,
    async () => {
      let number = 0
      const counts = new Map<TransferKindName, number>()
      const folders: string[] = []
      const exportOf = async (portal: TestApp) => {
        const folder = join(tmpdir(), `portale-round-${process.pid}-${number++}`)
        folders.push(folder)
        await portal.services.transfer.exportAll(folder, { by: await portal.idOf('manager'), confirmedBy: 1 })
        return folder
      }
      const property = fc.asyncProperty(drawOffice(lists), async (office) => {
        const source = await makeTransferFolder(office, bytes)
        folders.push(source)
        await moveIn(one, source)
        const first = await exportOf(one)
        await moveIn(other, first)
        const second = await exportOf(other)
        for (const kind of kinds) {
          expect(await linesOfKind(second, kind)).toEqual(await linesOfKind(first, kind))
          const exported = (await linesOfKind(first, kind)).map((line) => JSON.parse(line))
          // An account that was there stays as it is.
          if (kind !== 'operator') expect(exported).toMatchObject(sorted((office[kind] ?? []).map(withoutPlace)))
          counts.set(kind, (counts.get(kind) ?? 0) + exported.length)
        }
        for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
      })
      await fc.assert(property, { numRuns: runs, endOnFailure: true })
      // The offices that were drawn really had records of these kinds, and many of them of every kind.
      const drawn = runs < 100 ? (['association', 'attachment', 'associationEvent'] as const) : kinds
      for (const kind of drawn) expect(counts.get(kind), kind).toBeGreaterThan(0)
      process.stdout.write(`${runs} offices: ${[...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}\n`)
    },
    120_000 + runs * 10_000,
  )
}
