import { describe, expect, test } from 'vitest'
import { municipalityId } from '../belfiore.ts'
import { endedNations, endedProvinces } from './ended-places.ts'
import { municipalitySeeds } from './municipalities.ts'
import { nations } from './nations.ts'
import { provinces, regions } from './provinces.ts'

const municipalities = await municipalitySeeds()
const valid = municipalities.filter(({ validUntil }) => validUntil === null)
const find = (name: string) => municipalities.filter((municipality) => municipality.name === name)
const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length

test('Italy of 2026 has 20 regions, 110 provinces and 7,894 municipalities', () => {
  expect([regions.length, provinces.length, valid.length]).toEqual([20, 110, 7894])
})

test('codes and ids are unique', () => {
  expect(isUnique(municipalities.map(({ id }) => id))).toBe(true)
  expect(isUnique(valid.map(({ istatCode }) => istatCode))).toBe(true)
  expect(isUnique(provinces.map(({ abbreviation }) => abbreviation))).toBe(true)
})

test('the id of a municipality follows from its Belfiore code', () => {
  expect([municipalityId('A001'), municipalityId('H501')]).toEqual([1001, 8501])
  expect(find('Roma')).toMatchObject([{ id: 8501, belfiore: 'H501', istatCode: '058091', provinceId: 58 }])
})

test('a municipality belongs to the province of its ISTAT code', () => {
  const codes = new Map(provinces.map(({ id, istatCode }) => [id, istatCode]))
  const listed = municipalities.filter(({ istatCode }) => istatCode !== null)
  expect(listed.filter((m) => !m.istatCode?.startsWith(codes.get(m.provinceId) ?? '-'))).toEqual([])
})

test('a region has provinces, a province has municipalities', () => {
  expect(new Set(provinces.map(({ regionId }) => regionId)).size).toBe(20)
  expect(new Set(valid.map(({ provinceId }) => provinceId)).size).toBe(110)
})

test('a municipality abolished since 2020 names a valid successor in its province', () => {
  const abolished = municipalities.filter(({ validUntil, istatCode }) => validUntil !== null && istatCode !== null)
  expect(abolished).toHaveLength(18)
  for (const { succeededBy, provinceId } of abolished) {
    expect(valid.find(({ id }) => id === succeededBy)?.provinceId).toBe(provinceId)
  }
})

test.each([
  ['Montecopiolo', { provinceId: 99, istatCode: '099030' }],
  ['Carbonia', { provinceId: 119, istatCode: '119003' }],
  ['Seui', { provinceId: 116, istatCode: '116023' }],
  ['Villaspeciosa', { provinceId: 118, istatCode: '118072' }],
  ['Castegnero Nanto', { provinceId: 24, succeededBy: null }],
  ['Pont Canavese', { belfiore: 'G826' }],
  ['Bolzano', { otherName: 'Bozen' }],
])('%s is up to date', (name, facts) => {
  expect(find(name)).toMatchObject([facts])
})

describe('municipalities that ended before', () => {
  const endedBefore = municipalities.filter(({ istatCode }) => istatCode === null)
  const known = [...provinces, ...endedProvinces].map(({ id }) => id)

  test('are all those of the register of the population since 1900, each in a province', () => {
    expect(endedBefore).toHaveLength(1880)
    expect(endedBefore.filter(({ provinceId }) => !known.includes(provinceId))).toEqual([])
    expect(endedBefore.filter(({ validUntil }) => validUntil === null || validUntil < '1900')).toEqual([])
  })

  test.each([
    ['Abbazia', { belfiore: 'A009', provinceId: 701, validUntil: '1947-09-16' }],
    ["Ca' d'Andrea", { belfiore: 'B320', validUntil: '2019-01-01' }],
    ["Sant'Agata Irpina", { belfiore: 'I200', provinceId: 64 }],
    ['Borgofranco sul Po', { belfiore: 'B013', provinceId: 20 }],
    ['Monte di Mezzodì', { provinceId: 21 }],
    ["Barberino Val d'Elsa", { belfiore: 'A633' }],
  ])('%s is one of them', (name, facts) => {
    expect(find(name)).toMatchObject([facts])
  })

  test('are written as names are', () => {
    expect(endedBefore.filter(({ name }) => /Ã| (?:Di|Del|Della|Sul|D)[ ']|['-]\p{Ll}{4}/u.test(name))).toEqual([])
  })
})

test('six states that ended have the code that tax codes name, and a name in six languages', () => {
  expect(endedNations.map(({ belfiore, labels }) => [belfiore, labels.it])).toEqual([
    ['Z105', 'Cecoslovacchia'],
    ['Z111', 'Germania Est'],
    ['Z118', 'Jugoslavia'],
    ['Z135', 'Unione Sovietica'],
    ['Z157', 'Serbia e Montenegro'],
    ['Z250', 'Yemen del Sud'],
  ])
  for (const { labels } of endedNations) expect(Object.values(labels).filter(Boolean)).toHaveLength(6)
  const ids = [...nations, ...endedNations].flatMap(({ id, belfiore }) => [id, belfiore ?? String(id)])
  expect(isUnique(ids)).toBe(true)
})

test('there are 251 nations, 27 of the Union, each named in six languages', () => {
  expect(nations).toHaveLength(251)
  expect(nations.filter(({ isEu }) => isEu)).toHaveLength(27)
  expect(isUnique(nations.map(({ id }) => id))).toBe(true)
  for (const { labels, iso2 } of nations) {
    expect(Object.keys(labels)).toEqual(['it', 'en', 'fr', 'es', 'ar', 'ur'])
    expect(Object.values(labels).filter((label) => label === '' || label === iso2)).toEqual([])
  }
})

test.each(['ar', 'ur'])('the names of nations in %s are in its script, each once', (language) => {
  const names = nations.map(({ labels }) => labels[language] ?? '')
  expect(names.filter((name) => !/^[\p{Script=Arabic}\p{M} ()،-]+$/u.test(name))).toEqual([])
  expect(isUnique(names)).toBe(true)
})

test('nations have unique codes of ISO, of ISTAT and of the land registry', () => {
  expect(nations.find(({ iso2 }) => iso2 === 'MA')).toMatchObject({
    id: 144,
    iso3: 'MAR',
    istatCode: '436',
    belfiore: 'Z330',
  })
  expect(nations.filter(({ istatCode }) => istatCode !== null).length).toBeGreaterThan(200)
  expect(nations.filter(({ belfiore }) => belfiore !== null).length).toBeGreaterThan(190)
  for (const code of ['iso2', 'iso3', 'istatCode', 'belfiore'] as const)
    expect(isUnique(nations.map((nation) => nation[code]).filter((value) => value !== null))).toBe(true)
  expect(nations.filter(({ belfiore }) => belfiore !== null && !/^Z[0-9]{3}$/.test(belfiore))).toEqual([])
})

test('nation 105 is Italy, and ’stateless’ has an item', () => {
  expect(nations.find(({ id }) => id === 105)).toMatchObject({ iso2: 'IT', iso3: 'ITA', labels: { it: 'Italia' } })
  expect(nations.find(({ iso2 }) => iso2 === null)).toMatchObject({ id: 999, labels: { it: 'Apolide' } })
})
