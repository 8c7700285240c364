import { expect, test } from 'vitest'
import type { CaseValues } from './case.form.ts'
import { unlinkedPeopleOf } from './case-people.ts'

const reporter = { profile: 2, firstName: 'Ada', lastName: 'Bruni' } as const
const victim = { victimFirstName: 'Ida', victimLastName: 'Neri' } as const
const body = { profile: 4, organisationName: 'Mani Tese' } as const

// biome-ignore format: a table
test.each<[string, CaseValues, string[]]>([
  ['reporter and victim',               { ...reporter, ...victim },                        ['reporter person', 'victim person']],
  ['an anonymous reporter',             { ...reporter, ...victim, anonymous: true },       ['victim person']],
  ['a linked reporter',                 { ...reporter, ...victim, reporterPersonId: 7 },   ['victim person']],
  ['a linked victim',                   { ...reporter, ...victim, victimPersonId: 7 },     ['reporter person']],
  ['a reporter who is the victim',      { ...reporter, ...victim, profile: 1 },            ['reporter person']],
  ['a body',                            body,                                              ['reporter organisation']],
  ['a linked body',                     { ...body, reporterOrganisationId: 7 },            []],
  ['a contact without a name',          { profile: 2, email: 'ada@example.it' },           []],
  ['a tax code without a name',         { profile: 2, reporterTaxCode: 'BRNDAA80A41H501H' }, ['reporter person']],
])('of a case with %s', (_what, values, expected) => {
  expect(unlinkedPeopleOf(values).map(({ source, kind }) => `${source} ${kind}`)).toEqual(expected)
})

test('has the values of a person under the names of a record', () => {
  const values = { ...reporter, ...victim, reporterTaxCode: 'A', victimTaxCode: 'B', email: 'ada@example.it' }
  const [one, other] = unlinkedPeopleOf(values)
  expect(one?.values).toMatchObject({ lastName: 'Bruni', taxCode: 'A', email: 'ada@example.it' })
  expect(other?.values).toEqual({ firstName: 'Ida', lastName: 'Neri', taxCode: 'B', birthDate: undefined })
})
