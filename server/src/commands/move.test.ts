import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { emptyDatabase } from '../../test/engines.ts'
import { makeSmallOffice, type SmallOffice } from '../../test/small-office.ts'
import { handleCheck } from './backup.ts'
import { handleMoveDatabase } from './move.ts'

let office: SmallOffice
let target: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  office = await makeSmallOffice()
  target = await emptyDatabase()
})
afterAll(async () => {
  await office.remove()
  await target.stop()
})

test.runIf(inject('testEngine') === 'postgres')(
  'an embedded office is moved to PostgreSQL, row by row, and a database with tables is refused',
  async () => {
    const settings = { ...office.settings, databaseUrl: target.connection.connectionString }
    const { code, lines } = await handleMoveDatabase(settings, [])
    expect({ code, line: lines[0] }).toEqual({
      code: 0,
      line: expect.stringContaining('Moved and compared row by row'),
    })
    expect((await handleCheck(settings)).lines).toEqual([expect.stringMatching(/whole: .* 3 files.* 1 links/)])
    await expect(handleMoveDatabase(settings, ['--again'])).rejects.toThrow('has tables already')
  },
)
