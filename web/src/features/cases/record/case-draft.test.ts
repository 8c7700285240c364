import { type CaseValues, caseForm, caseValuesOf } from '@portal/contract'
import { expect, test } from 'vitest'
import {
  changedKeys,
  draftOf,
  isWritable,
  linesAtStake,
  readCase,
  savedOnWire,
  unitOf,
  withValue,
} from './case-draft.ts'

const today = '2026-11-22'
const read = (draft: object) => readCase(draft, caseForm, today)

const values: CaseValues = {
  profile: 3,
  message: 'Mi hanno detto di andarmene.',
  eventDate: '2026-03-05',
  phone: '061234567',
  isVirtual: false,
  isHateCrime: true,
  minorsCount: 2,
  involvesMinors: true,
  placeRegion: 12,
  grounds: [
    { groundId: 2, priority: 1 },
    { groundId: 1, subGroundId: 101, priority: 0 },
  ],
  performedActions: [{ actionId: 3, date: '2026-04-01' }],
  attachments: [{ id: '11111111-1111-4111-8111-111111111111', name: 'foto.jpg' }],
  externalBodyId: 4,
}

test('a case is typed with dates as text and the main ground first, without what saving leaves alone', () => {
  expect(draftOf(values)).toMatchObject({
    eventDate: '05/03/2026',
    grounds: [{ groundId: 1, subGroundId: 101 }, { groundId: 2 }],
    performedActions: [{ actionId: 3, date: '01/04/2026' }],
  })
  expect(Object.keys(draftOf(values))).not.toContain('attachments')
  expect(Object.keys(draftOf(values))).not.toContain('externalBodyId')
})

test('what was not changed is read back as it was; the order says which ground is the main one', () => {
  const { values: back, fieldErrors } = read(draftOf(values))
  expect(fieldErrors).toEqual([])
  const { attachments: _, externalBodyId: _body, ...typed } = values
  expect(back).toEqual({
    ...typed,
    grounds: [
      { groundId: 1, subGroundId: 101, priority: 0 },
      { groundId: 2, priority: 1 },
    ],
  })
})

test('a case on its way to the server comes back from the wire as it was typed', () => {
  const typed = read(draftOf(values)).values
  const wire = savedOnWire(typed, 7, 3)
  expect(wire).toMatchObject({ id_segnalazione: 7, versione: 3, virtuale_fisico: 0, hate_crime: 1 })
  expect(caseValuesOf(wire)).toEqual(typed)
})

test('what the answers hide is not sent', () => {
  const draft = withValue(draftOf({ ...values, offenderName: 'Tizio' }), 'isOffenderUnnamed', true)
  expect(savedOnWire(read(draft).values, 7, 3)).not.toHaveProperty('responsabileDiscriminazione.nominativo')
})

test('telephones may be typed with spaces; a wrong date is shown at its field', () => {
  expect(read({ phone: '06 123 45-67' }).values.phone).toBe('061234567')
  expect(read({ performedActions: [{ actionId: 1, date: '31/02/2026' }] }).fieldErrors).toEqual([
    expect.objectContaining({ key: 'performedActions', path: 'listaAzioniSvolte.0.data', message: 'data_non_valida' }),
  ])
})

test('another choice empties what hangs on it, in lines too', () => {
  const draft = { placeRegion: 12, placeProvince: 58, placeCity: 8501, fieldId: 2, contexts: [{ contextId: 201 }] }
  expect(withValue(draft, 'placeRegion', 3)).toMatchObject({ placeProvince: undefined, placeCity: undefined })
  expect(linesAtStake(draft, 'fieldId')).toEqual(['contexts'])
  expect(withValue(draft, 'fieldId', 3).contexts).toBeUndefined()
  expect(linesAtStake({ ...draft, contexts: [] }, 'fieldId')).toEqual([])
  expect(unitOf('placeCity')).toEqual(['placeRegion', 'placeProvince', 'placeCity'])
  expect(unitOf('contexts')).toEqual(['fieldId', 'contexts'])
  expect(unitOf('notes')).toEqual(['notes'])
})

test('emptied fields, blank lines and boxes that were never ticked are no change', () => {
  expect(
    changedKeys({}, { notes: '', hashtags: [{}], isAnsweredAtOnce: false, contexts: [{ contextId: undefined }] }),
  ).toEqual([])
  expect(changedKeys({ isPrivate: false }, {})).toEqual(['isPrivate'])
  expect(
    changedKeys({ grounds: [{ groundId: 1 }, { groundId: 2 }] }, { grounds: [{ groundId: 2 }, { groundId: 1 }] }),
  ).toEqual(['grounds'])
})

test('words that somebody else wrote stay as they came, and so does what an action sets', () => {
  expect(isWritable('message', { isAsReceived: true })).toBe(false)
  expect(isWritable('message', { isAsReceived: false })).toBe(true)
  expect(isWritable('legalBasis', { isAsReceived: false })).toBe(false)
})
