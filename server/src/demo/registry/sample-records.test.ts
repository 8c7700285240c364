import { disagreementsOf, organisationForm, personForm, readWire, writeWire } from '@portal/contract'
import { expect, test } from 'vitest'
import { drawsFrom } from '../random.ts'
import { sampleAssociations } from '../register/sample-associations.ts'
import { sampleCases } from '../sample-cases.ts'
import { bodyPairs, copiesOf, knownReportersOf, personPairs } from './planted-duplicates.ts'
import { sampleRecords } from './sample-records.ts'

const today = new Date('2026-11-23T10:00:00.000Z')
const known = () => {
  const draws = drawsFrom(1)
  return { cases: sampleCases(draws, 300, today), associations: sampleAssociations(draws, 59, today) }
}
const records = () => sampleRecords(drawsFrom(2), known(), today)
const forms = { person: personForm, organisation: organisationForm } as const

test('the same seed and day give the same sixty people and fifteen bodies', () => {
  expect(records()).toEqual(records())
  const count = (kind: string) => records().filter((record) => record.kind === kind).length
  expect([count('person'), count('organisation')]).toEqual([60, 15])
})

test('their forms have no error, and no code is known twice or disagrees with its person', () => {
  const codes = records().flatMap(({ values }) => {
    const { taxCode, organisationVat } = values as { taxCode?: string; organisationVat?: string }
    return taxCode ?? organisationVat ?? []
  })
  expect(codes.length).toBeGreaterThan(25)
  expect(new Set(codes).size).toBe(codes.length)
  for (const { kind, values } of records()) {
    const form = forms[kind] as typeof personForm
    expect(readWire(form, writeWire(form, values as never), '2026-11-23').fieldErrors, JSON.stringify(values)).toEqual(
      [],
    )
    if (kind === 'person') expect(disagreementsOf(values)).toEqual([])
  }
})

test('eight of them are plausible duplicates, two of records that a case is linked to', () => {
  const copies = copiesOf(known().cases)
  expect([personPairs.length, bodyPairs.length, copies.length]).toEqual([4, 2, 2])
})

test('two of them have sent a report that is not linked to them', () => {
  const names = knownReportersOf(known().cases).map(({ lastName }) => lastName)
  expect(names).toHaveLength(2)
  expect(records().map(({ values }) => ('lastName' in values ? values.lastName : undefined))).toEqual(
    expect.arrayContaining(names),
  )
})

test('all are inserted before today, a second record after the first', () => {
  for (const { at } of records()) expect(at < today).toBe(true)
  const copies = copiesOf(known().cases)
  for (const [index, record] of records().slice(-copies.length).entries()) {
    expect(record.values).toEqual(copies[index]?.values)
    expect(record.at > (copies[index]?.after ?? today)).toBe(true)
  }
})
