import { describe, expect, test } from 'vitest'
import type { PlainDate } from '../kit/plain-date.ts'
import { controlLetterOf, readTaxCode } from '../kit/values/tax-code.ts'
import { bornAs, disagreementsOf, taxCodeOf } from './tax-code-check.ts'

const mario = {
  taxCode: 'RSSMRA80A01H501U',
  lastName: 'Rossi',
  firstName: 'Mario',
  birthDate: '1980-01-01' as PlainDate,
  birthNation: 105,
  birthCity: 8501,
} as const

describe('a tax code and a record', () => {
  test.each([
    ['agree', {}, []],
    ['agree where little is known', { firstName: undefined, birthDate: undefined, birthCity: undefined }, []],
    ['disagree about the surname', { lastName: 'Bianchi' }, ['lastName']],
    ['disagree about the first name', { firstName: 'Maria Luisa' }, ['firstName']],
    ['disagree about the day', { birthDate: '1980-01-02' }, ['birthDate']],
    ['disagree about the century’s year', { birthDate: '1981-01-01' }, ['birthDate']],
    ['disagree about the month', { birthDate: '1980-02-01' }, ['birthDate']],
    ['disagree about the municipality', { birthCity: 6205 }, ['birthPlace']],
    ['disagree about the nation', { birthNation: 12, birthCity: undefined }, ['birthPlace']],
    ['agree about another script', { lastName: 'Росси' }, []],
    ['are not compared where the code is wrong', { taxCode: 'RSSMRA80A01H501A', lastName: 'Bianchi' }, []],
    ['are not compared where the code is provisional', { taxCode: '12345678903', lastName: 'Bianchi' }, []],
  ] as const)('%s', (_name, more, expected) => expect(disagreementsOf({ ...mario, ...more })).toEqual(expected))

  test.each([
    // Of four or more consonants the second is left out; few letters are filled with X; vowels follow.
    [{ firstName: 'Gianfranco', lastName: 'Fo' }, 'FOXGFR'],
    [{ firstName: 'Ada', lastName: "D'Angelò" }, 'DNGDAA'],
    [{ firstName: 'Ng', lastName: 'Ümit' }, 'MTUNGX'],
  ])('%j begins with %s', (names, start) => {
    const stem = `${start}80A01H501`
    expect(disagreementsOf({ ...mario, ...names, taxCode: `${stem}${controlLetterOf(stem)}` })).toEqual([])
  })

  test('agree about a woman, and where letters stand for digits', () => {
    const codeOf = (stem: string) => stem + controlLetterOf(stem)
    const maria = { ...mario, firstName: 'Maria' }
    expect(disagreementsOf({ ...maria, taxCode: codeOf('RSSMRA80A41H501') })).toEqual([])
    expect(disagreementsOf({ ...maria, taxCode: codeOf('RSSMRAULA4MHRLM') })).toEqual([])
  })
})

test.each([
  ['Rossi', 'Mario', '1980-01-01', false, 'RSSMRA80A01H501U'],
  ['Rossi', 'Maria', '1980-01-01', true, 'RSSMRA80A41H501Y'],
  ['Fo', 'Gianfranco', '1926-03-24', false, undefined],
] as const)('the tax code of %s %s, born on %s', (lastName, firstName, birthDate, isFemale, expected) => {
  const taxCode = taxCodeOf({ lastName, firstName, birthDate: birthDate as PlainDate, isFemale, birthPlace: 'H501' })
  expect(taxCode).toBe(expected ?? taxCode)
  expect(readTaxCode(taxCode)).toEqual({ value: taxCode })
  expect(disagreementsOf({ ...mario, lastName, firstName, birthDate: birthDate as PlainDate, taxCode })).toEqual([])
})

test.each([
  ['RSSMRA80A01H501U', '1980-01-01', 'H501'],
  ['RSSMRA80A41H501Y', '1980-01-01', 'H501'],
  // Of someone born in 2019, not in 1919: the later year that is not in the future.
  ['RSSMRA19A01H501G', '2019-01-01', 'H501'],
  ['RSSMRA26T31H501', '1926-12-31', 'H501'],
  ['DNGMRA80A01H50MJ', '1980-01-01', 'H501'],
] as const)('%s is of someone born on %s in %s', (typed, birthDate, placeCode) => {
  const taxCode = typed.length === 15 ? `${typed}${controlLetterOf(typed)}` : typed
  const code = `${taxCode.slice(0, 15)}${controlLetterOf(taxCode.slice(0, 15))}`
  expect(bornAs(code, '2026-11-20')).toEqual({ birthDate, placeCode })
})

test.each(['', 'RSSMRA80A01H501A', 'RSSMRA80A99H501T', undefined])('%s names no birth', (taxCode) => {
  expect(bornAs(taxCode, '2026-11-20')).toBeUndefined()
})
