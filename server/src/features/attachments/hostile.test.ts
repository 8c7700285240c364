import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { hostileFiles } from '../../../test/hostile-files.ts'
import { filesIn } from '../../../test/store-files.ts'
import { newVisitor, scanPaths, upload } from '../../../test/upload.ts'

const corpus = await hostileFiles()

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '10000' } })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())
afterEach(() => portal.database.pool.query('delete from files'))

describe('hostile uploads', () => {
  test('are more than sixty, with unique descriptions', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(60)
    expect(new Set(corpus.map(({ what }) => what)).size).toBe(corpus.length)
  })

  test.each(corpus.map((file) => [file.what, file.code, file] as const))(
    '%s: %s',
    async (_what, code, { area = 'report', name, bytes, warnings, kept = name }) => {
      const before = await filesIn(portal.dataDir)
      const { status, body } = await upload(area === 'case' ? manager : newVisitor(portal), scanPaths[area], {
        name,
        bytes,
      })
      expect({ status, code: body.result.codice }).toEqual({ status: 200, code })
      const { rows } = await portal.database.pool.query('select count(*)::int as count from attachments')
      if (code === 'SUCCESS_ANTIVIRUS') {
        expect(body.result.allegato).toMatchObject({ nomeFile: kept, dimensione: bytes.length })
        expect(body.result.allegato.avvertenze).toEqual(warnings)
        expect(rows[0].count).toBe(1)
      } else {
        // Nothing remains: no row, no object, no temporary file.
        expect(body.result).toEqual({ codice: code })
        expect(rows[0].count).toBe(0)
        expect(await filesIn(portal.dataDir)).toEqual(before)
      }
    },
  )
})
