import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@portal/contract'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { findIds } from '#features/operators/index.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { createServices } from '../../wiring/services.ts'
import { addDemonstration } from '../add-demonstration.ts'
import { enableDemoPeopleSince } from '../demo-mark.store.ts'
import { endOldDuties, informedDays } from '../informed-cases.ts'
import { staff } from '../staff.ts'
import { type LargeOffice, writeLargeOffice } from './write-office.ts'

interface Options {
  readonly settings: Settings
  readonly database: Database
  readonly masterKey: Buffer
  readonly log: Logger
  readonly today: Date
}

/** How large the demonstration is. */
export type LargeSize = Pick<LargeOffice, 'cases' | 'years' | 'fileEvery'>
export const largeDemo: LargeSize = { cases: 20_000, years: 15, fileEvery: 10 }

/**
 * Fills an office with many invented cases, as an office moves in: writes them as a folder of the transfer and imports it. Returns how many
 * records there are.
 */
export async function fillLargeOffice(options: Options, size: LargeSize): Promise<number> {
  const { today, database } = options
  const services = await createServices({ ...options, clock: systemClock })
  const folder = await mkdtemp(join(tmpdir(), 'portale-demo-'))
  try {
    await addDemonstration(services.inTransaction, services.vault, today)
    await enableDemoPeopleSince(services.db, services.vault, new Date(today.getTime() - size.years * 366 * dayMs))
    await writeLargeOffice(folder, { ...size, today })
    const { byTaxCode: manager } = await findIds(services.db, services.vault, {
      taxCode: staff.ferri.taxCode,
      mail: '',
    })
    if (manager === undefined) throw new Error('There is no account of the manager.')
    const { state, done } = await services.transfer.importNow(folder, manager)
    if (state !== 'done') throw new Error(`The import has not ended: ${state}.`)
    await endOldDuties(services.db, new Date(today.getTime() - informedDays * dayMs))
    // Searches are planned by what is there now.
    await sql`analyze`.execute(database.db)
    return done
  } finally {
    await rm(folder, { recursive: true, force: true })
    await services.parsers.close()
  }
}
