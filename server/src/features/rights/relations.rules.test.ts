import { type CaseValues, caseFields } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { ownersOfFields, type Relation, relationsBy, valuesFor } from './relations.rules.ts'

const values: CaseValues = {
  message: 'Il racconto',
  eventDate: '2026-11-03' as never,
  placeCity: 8501,
  firstName: 'Anna',
  email: 'anna@example.it',
  contactPerson: 'Aïcha',
  victimFirstName: 'Bruno',
  religionId: 2,
  offenderName: 'Carlo',
  webAddress: 'https://example.it/carlo',
  grounds: [{ groundId: 1 }],
  outcomeId: 3,
  notes: 'Sentito Dario',
  privacyConsent: true,
}
const keysFor = (...roles: Relation[]) => Object.keys(valuesFor(values, roles)).sort()
const facts = ['eventDate', 'grounds', 'outcomeId', 'placeCity']

describe('of a case', () => {
  test('every field has its owners, or is nobody’s on purpose', () => {
    const nobodys = [...ownersOfFields].flatMap(([key, owners]) => (owners.length === 0 ? [key] : []))
    expect(nobodys.sort()).toEqual(
      ['attachments', 'notes', 'reporterOrganisationId', 'reporterPersonId', 'victimPersonId'].sort(),
    )
    expect([...ownersOfFields.keys()].sort()).toEqual(Object.keys(caseFields).sort())
  })

  test('the reporter gets their own data, and no notes about the victim or the offender', () => {
    expect(keysFor('reporter')).toEqual(
      [...facts, 'contactPerson', 'email', 'firstName', 'message', 'privacyConsent', 'webAddress'].sort(),
    )
  })

  test('the victim gets what is noted of them and the facts, and nothing of who reported', () => {
    expect(keysFor('victim')).toEqual([...facts, 'religionId', 'victimFirstName'].sort())
  })

  test('the offender and the person to contact get what is said of them alone', () => {
    expect(keysFor('offender')).toEqual(['offenderName'])
    expect(keysFor('contact')).toEqual(['contactPerson'])
    expect(keysFor()).toEqual([])
  })
})

test.each([
  ['by code and PIN, who reported', { isByReport: true, code: 'X' }, false, ['reporter']],
  ['by code and PIN, a victim who reported', { isByReport: true, code: 'X' }, true, ['reporter', 'victim']],
  ['by the tax code of who reported', { isByReport: false, code: 'A' }, false, ['reporter']],
  ['by the VAT number of the association', { isByReport: false, code: 'P' }, true, ['reporter', 'victim']],
  ['by the tax code of the victim', { isByReport: false, code: 'V' }, true, ['victim']],
  ['by no code of the case', { isByReport: false, code: 'X' }, true, []],
])('%s', (_how, { isByReport, code }, isReporterVictim, expected) => {
  const codes = { reporter: ['A', 'P'], victim: 'V', isReporterVictim }
  expect(relationsBy(codes, { isByReport, isTheirs: (known) => known === code })).toEqual(expected)
})
