import { describe, expect, test } from 'vitest'
import { type CaseKey, caseFields, caseForm } from './case.form.ts'
import {
  isOmitted,
  omittedParts,
  partsOfFields,
  partsOfGroup,
  type SheetPart,
  sheetPartNames,
} from './case-sheet-parts.ts'

const hidden = (...parts: SheetPart[]) => {
  const omitted = omittedParts(parts, { profile: 2 })
  return [...partsOfFields.keys()].filter((key) => isOmitted(key, omitted))
}

test('every group of the form says to which parts it belongs', () => {
  const groups = caseForm.steps.flatMap(({ id, fields }) => fields.map(({ group }) => group ?? id))
  expect(groups.filter((group) => !(group in partsOfGroup))).toEqual([])
})

describe('a copy leaves out', () => {
  test('nothing by default', () => {
    expect(hidden()).toEqual([])
  })

  test('with every part, all but how and when the report arrived', () => {
    const all = hidden(...sheetPartNames)
    expect([...partsOfFields.keys()].filter((key) => !all.includes(key))).toEqual([
      'eventDate',
      'eventYearConfirmed',
      'eventDateUnknown',
      'channelId',
      'informationSourceId',
      'requestTypeId',
    ])
  })

  test.each([
    ['texts', ['message', 'notes', 'legalBasis'], ['eventDate', 'firstName']],
    [
      'contacts',
      ['email', 'phone', 'organisationEmail', 'address', 'city', 'placeAddress'],
      ['firstName', 'victimLastName'],
    ],
    [
      'reporter',
      ['firstName', 'lastName', 'reporterTaxCode', 'reporterPersonId', 'email', 'accountNickname', 'language'],
      ['victimLastName', 'offenderName', 'message'],
    ],
    [
      'victim',
      ['victimLastName', 'victimTaxCode', 'victimPersonId', 'religionId', 'accountNickname'],
      ['lastName', 'offenderName'],
    ],
    ['offender', ['offenderName', 'offenderCitizenships', 'accountNickname'], ['victimLastName']],
    ['handling', ['performedActions', 'protocolNumbers', 'outcomeId', 'notes'], ['grounds', 'message']],
  ] as const satisfies readonly (readonly [SheetPart, readonly CaseKey[], readonly CaseKey[]])[])(
    'with %s the fields of this part alone',
    (part, gone, left) => {
      const keys = hidden(part)
      expect(keys).toEqual(expect.arrayContaining([...gone]))
      for (const key of left) expect(keys).not.toContain(key)
    },
  )

  test('a reporter who is the victim as both', () => {
    for (const part of ['reporter', 'victim'] as const)
      expect([...omittedParts([part], { profile: 1 })].sort()).toEqual(['reporter', 'victim'])
    expect([...omittedParts(['reporter'], { profile: 2 })]).toEqual(['reporter'])
    expect([...omittedParts(['texts'], { profile: 1 })]).toEqual(['texts'])
  })

  test('a field that identifies somebody with some part', () => {
    const personal = [...partsOfFields].filter(([key]) => 'personal' in caseFields[key] && caseFields[key].personal)
    expect(personal.filter(([, parts]) => parts.length === 0)).toEqual([])
  })
})
