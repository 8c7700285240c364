import { readdirSync, readFileSync } from 'node:fs'
import { applicationForm, assistanceForm, type Field, referenceLists, reportForm } from '@portal/contract'
import { expect, test } from 'vitest'
import { referenceItemSeeds } from '../seed.ts'

const items = referenceItemSeeds()
const keyOf = (list: string, id: number) => `${list} ${id}`
const keys = items.map(({ list, id }) => keyOf(list, id))

// Stored in separate tables.
const placesAndNations = ['citizenship', 'nation', 'region', 'province', 'city']

test('every list of the contract has items, under its name', () => {
  const seeded = new Set(items.map(({ list }) => list))
  const missing = Object.keys(referenceLists).filter((list) => !seeded.has(list) && !placesAndNations.includes(list))
  expect(missing).toEqual([])
})

test('every entry keeps the number and the name that it was given for the project', () => {
  const names = [...new Set(items.map(({ list }) => list))].sort()
  const lists = names.map((name) => {
    const entries = items.filter(({ list }) => list === name)
    return `${name}: ${entries.map(({ id, labels }) => `${id} ${labels.it}`).join(', ')}`
  })
  expect(lists).toMatchSnapshot()
})

test('the documents of an association are the seven of the register, in their order', () => {
  const documents = items.filter(({ list }) => list === 'organisation_document')
  expect(documents.map(({ id, labels }) => `${id} ${labels.en}`)).toEqual([
    '1 Deed of incorporation',
    '2 Statute',
    '3 Member list with fees paid',
    '4 Annual budget',
    '5 Activity report',
    "6 Legal representative's declaration",
    "7 Legal representative's identity document",
  ])
})

test("the office's own reporter types follow the four of the public", () => {
  const types = items.filter(({ list, id }) => list === 'reporter_type' && id > 4)
  expect(types.length).toBeGreaterThan(0)
})

test('the page on reference data says for every list which items are published terms and which are proposals', () => {
  const page = readFileSync(new URL('../../../../../docs/reference-data.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `([a-z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, list]) => list)
  expect(documented.sort()).toEqual([...new Set(items.map(({ list }) => list))].sort())
})

test('no list is seeded that the contract does not name', () => {
  const named = Object.keys(referenceLists)
  expect([...new Set(items.map(({ list }) => list))].filter((list) => !named.includes(list))).toEqual([])
})

test('ids are unique within a list', () => {
  expect(new Set(keys).size).toBe(keys.length)
})

test('every item has a label in Italian and in English at least', () => {
  for (const { labels } of items) {
    expect(Object.keys(labels)).toEqual(expect.arrayContaining(['it', 'en']))
    expect(Object.values(labels).filter((label) => label.trim() !== label || label === '')).toEqual([])
  }
})

test("'Altro' comes at most once under one parent", () => {
  const others = items.filter(({ isOther }) => isOther).map(({ list, parentId }) => `${list} ${parentId}`)
  expect(new Set(others).size).toBe(others.length)
  expect(others).toContain('ground null')
})

test('an item has an existing parent exactly when its list has a parent list in the contract', () => {
  const rows: Record<string, { stem: string; parent?: { list: string } }> = referenceLists
  for (const { list, parentId } of items) {
    const parentList = rows[list]?.parent?.list
    expect(parentId !== null).toBe(parentList !== undefined)
    if (parentList && parentId !== null) expect(keys).toContain(keyOf(parentList, parentId))
  }
})

test('no file of the seed spells the acronym of the office', () => {
  const folder = new URL('.', import.meta.url)
  const acronym = ['un', 'ar'].join('')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) {
    const words = readFileSync(new URL(file, folder), 'utf8')
      .toLowerCase()
      .split(/[^\p{L}]+/u)
    expect(words).not.toContain(acronym)
  }
})

test('the languages of the pages have codes', () => {
  const codes = items.filter(({ list }) => list === 'language').map(({ id, code }) => [id, code])
  expect(codes).toEqual(
    expect.arrayContaining([
      [1, 'IT'],
      [2, 'EN'],
      [3, 'FR'],
      [4, 'ES'],
      [6, 'AR'],
      [10, 'UR'],
    ]),
  )
})

test('the four profiles of the public wizard keep their numbers', () => {
  const profiles = items.filter(({ list, id }) => list === 'reporter_type' && id <= 4)
  expect(profiles.map(({ labels }) => labels.it)).toEqual(['Vittima', 'Segnalante', 'Testimone', 'Associazione'])
})

/** The lists of which reporters and applicants for enrolment choose; the places are tested beside their tables. */
const publicLists = [reportForm, assistanceForm, applicationForm]
  .flatMap(({ fields }): Field[] => Object.values(fields))
  .flatMap((field) => [field, ...Object.values(field.columns ?? {})])
  .flatMap(({ list }) => (list && !placesAndNations.includes(list) ? [list] : []))

test.each([...new Set([...publicLists, 'organisation_document'])])('every item of %s has all six languages', (list) => {
  const entries = items.filter((item) => item.list === list)
  expect(entries.length).toBeGreaterThan(0)
  for (const { labels } of entries) expect(Object.keys(labels).sort()).toEqual(['ar', 'en', 'es', 'fr', 'it', 'ur'])
})
