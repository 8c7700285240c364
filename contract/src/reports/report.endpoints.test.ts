import { expect, test } from 'vitest'
import { readGolden } from '../../test/read-golden.ts'
import { readWire, writeWire } from '../kit/form.ts'
import { sentReportForm } from './report.endpoints.ts'

const golden = readGolden('post-v1-noauth-segnalazione.json').body as Record<string, object>
const today = '2026-11-20'

test('a report accepts the ids of older callers, such as that of an address, and keeps nothing of them', () => {
  const { personaGiuridica, ...rest } = golden as { personaGiuridica: { anagrafica: object } }
  const anagrafica = { ...personaGiuridica.anagrafica, id_anagrafica: 5 }
  const older = { ...rest, personaGiuridica: { ...personaGiuridica, anagrafica } }
  const { values, fieldErrors } = readWire(sentReportForm, older, today)
  expect(fieldErrors).toEqual([])
  expect(writeWire(sentReportForm, values)).toEqual(golden)
})

test('a report names the association of its signed-in sender by its id in the register', () => {
  expect(readWire(sentReportForm, golden, today).values.associationId).toBe(12)
})
