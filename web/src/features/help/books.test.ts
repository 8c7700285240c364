import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ProtectedPageName, type Role, roleCodes } from '@portal/contract'
import { expect, test } from 'vitest'
import { type BookName, bookNames, books, booksOf, placeFor, places } from './books.ts'

const read = new Map(
  await Promise.all(bookNames.map(async (name) => [name, (await books[name].load()).chapters] as const)),
)
const idsOf = (book: BookName) => read.get(book)?.map(({ id }) => id) ?? []

test.each(Object.entries(places))('the manual explains %s', (_page, { book, chapter }) => {
  expect(idsOf(book)).toContain(chapter)
})

test.each(bookNames)('each chapter of %s has a name of its own and says something', (book) => {
  expect(new Set(idsOf(book)).size).toBe(idsOf(book).length)
  for (const { html } of read.get(book) ?? []) expect(html.length).toBeGreaterThan(100)
})

test('every picture is in a book, and says in words what it shows', () => {
  const html = [...read.values()].flat().map((chapter) => chapter.html)
  const folder = join(import.meta.dirname, 'manual/pictures')
  const pictures = existsSync(folder) ? readdirSync(folder) : []
  expect(pictures.filter((name) => !html.some((text) => text.includes(name)))).toEqual([])
  for (const [, alt] of html.join('').matchAll(/<img [^>]*alt="([^"]*)"/g)) expect(alt).toMatch(/\w+ \w+/)
})

test.each(Object.keys(roleCodes) as Role[])('%s reads the manual from any page', (role) => {
  for (const page of Object.keys(places) as ProtectedPageName[])
    expect(booksOf(role)).toContain(placeFor(page, role)?.book)
})
