import { extensionsOf, fileTypes, largestFile } from '@portal/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { benignFiles } from '../../../test/make-files.ts'
import { newVisitor, scanPaths, upload } from '../../../test/upload.ts'

let portal: TestApp
let manager: Caller
beforeAll(async () => {
  portal = await startTestApp({ env: { SCANS_PER_MINUTE: '1000' } })
  manager = await portal.as('manager')
})
afterAll(() => portal.close())
beforeEach(() => portal.database.pool.query('delete from files'))

const areas = ['report', 'assistance', 'case'] as const
const tries = areas.flatMap((area) => Object.keys(benignFiles).map((extension) => [area, extension] as const))

describe('ordinary files', () => {
  test('the samples cover every extension of the table', () => {
    expect(Object.keys(benignFiles).sort()).toEqual(Object.keys(fileTypes).sort())
  })

  test('assistance accepts the thirteen types of the specification', () => {
    expect(extensionsOf('assistance').toSorted()).toEqual(
      'csv doc docx gif jpeg jpg pdf png ppt pptx txt xls xlsx'.split(' '),
    )
  })

  test('a report accepts documents, texts, images, audio, video, signed files and mails; only a case accepts archives and web pages', () => {
    const groupsOf = (area: (typeof areas)[number]) =>
      [...new Set(extensionsOf(area).map((extension) => fileTypes[extension]?.group))].sort()
    const both = ['audio', 'image', 'mail', 'office', 'pdf', 'signed', 'text', 'video']
    expect(groupsOf('report')).toEqual(both)
    expect(groupsOf('case')).toEqual([...both, 'archive', 'web'].sort())
    expect(largestFile).toEqual({ report: 20_971_520, case: 20_971_520, assistance: 2_097_152 })
  })

  test.each(tries)(
    '%s: a valid .%s is stored where the area accepts it, else refused by its name',
    async (area, extension) => {
      const bytes = await (benignFiles[extension] as () => Buffer | Promise<Buffer>)()
      const caller = area === 'case' ? manager : newVisitor(portal)
      const { status, body } = await upload(caller, scanPaths[area], {
        name: `Prova.${extension.toUpperCase()}`,
        bytes,
      })
      const isTaken = extensionsOf(area).includes(extension)
      expect({ status, code: body.result.codice }).toEqual({
        status: 200,
        code: isTaken ? 'SUCCESS_ANTIVIRUS' : 'ESTENSIONE_ERROR',
      })
      const stored = await portal.database.pool.query('select media_type, size::int from files')
      expect(stored.rows).toEqual(isTaken ? [{ media_type: fileTypes[extension]?.media, size: bytes.length }] : [])
    },
  )
})
