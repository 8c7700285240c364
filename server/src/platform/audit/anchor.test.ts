import { mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/build-app.ts'
import { insertEntries } from './audit.store.ts'

const folder = mkdtempSync(join(tmpdir(), 'portale-anchor-'))
const file = join(folder, 'audit-head.json')
const logLines: string[] = []
let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp({ env: { DATA_DIR: folder }, logLines })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

/** Chains one more entry; returns the alerts logged by it. */
async function grow() {
  const before = logLines.length
  const entry = { at: portal.clock.now(), userId: null, role: null, action: 'case_read', outcome: 'done' as const }
  const rest = { recordKind: null, recordIds: [], requestId: null, network: null, changedFields: [] }
  await insertEntries(portal.services.db, [{ ...entry, ...rest }])
  await portal.services.chainer.run()
  return logLines.slice(before).flatMap((line) => {
    const { alert, audit } = JSON.parse(line)
    return alert ? [{ alert, audit }] : []
  })
}
const readStored = () => JSON.parse(readFileSync(file, 'utf8'))
const asides = () => readdirSync(folder).filter((name) => name.endsWith('.damaged'))
const verify = async () => {
  const manager = await portal.as('manager')
  const { status, body } = await manager.raw('GET', '/v1/audit/verifica')
  return { status, firstBreak: body.result?.primo_guasto }
}

test('stores the position of the last seal, without a partial file', async () => {
  expect(await grow()).toEqual([])
  expect(readStored()).toEqual({ position: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(readdirSync(folder).filter((name) => name.startsWith('audit-head'))).toEqual(['audit-head.json'])
})

test.each(['', '{"position":', '{"position":1,"digest":"none"}'])(
  'a file with %j raises an alert, is set aside, and is reported by every verification until it is removed',
  async (text) => {
    const { position } = readStored()
    writeFileSync(file, text)
    const damaged = { status: 200, firstBreak: { guasto: 'posizione_esterna_danneggiata' } }
    expect(await verify()).toEqual(damaged)
    expect(await grow()).toEqual([{ alert: 'audit', audit: 'anchor' }])
    expect(readStored().position).toBeGreaterThan(position)
    const [aside = ''] = asides()
    expect(aside).toMatch(/^audit-head\.json\.2026-11-20T[0-9.]+Z\.damaged$/)
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text)
    expect(await grow()).toEqual([])
    expect(await verify()).toEqual(damaged)
    renameSync(join(folder, aside), join(folder, 'seen'))
    expect(await verify()).toEqual({ status: 200, firstBreak: undefined })
  },
)
