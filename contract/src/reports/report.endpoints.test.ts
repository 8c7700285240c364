import { expect, test } from 'vitest'
import report from '../../test/examples/report.json' with { type: 'json' }
import { readWire, writeWire } from '../kit/form.ts'
import { sentReportForm } from './report.endpoints.ts'

const today = '2026-11-20'

test('a report accepts the ids of older callers, such as that of an address, and keeps nothing of them', () => {
  const { personaGiuridica, ...rest } = report as { personaGiuridica: { anagrafica: object } }
  const anagrafica = { ...personaGiuridica.anagrafica, id_anagrafica: 5 }
  const older = { ...rest, personaGiuridica: { ...personaGiuridica, anagrafica } }
  const { values, fieldErrors } = readWire(sentReportForm, older, today)
  expect(fieldErrors).toEqual([])
  expect(writeWire(sentReportForm, values)).toEqual(report)
})

test('a report names the association of its signed-in sender by its id in the register', () => {
  expect(readWire(sentReportForm, report, today).values.associationId).toBe(12)
})
