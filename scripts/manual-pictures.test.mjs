import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pictures } from './manual-pictures-table.mjs'
import { filesBelow, root } from './stamp.mjs'

const books = `${root}web/src/features/help/manual`
const written = filesBelow(books).filter((file) => file.endsWith('.md'))
const used = written.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\]\(pictures\/([\w-]+)\.webp\)/g)].map(([, name]) => name),
)

test('every picture of the manual is taken by the script and shown in a book, once', () => {
  const names = pictures.map(({ name }) => name)
  expect(used.toSorted()).toEqual(names.toSorted())
  expect(new Set(names).size).toBe(names.length)
  expect(readdirSync(`${books}/pictures`).toSorted()).toEqual(names.map((name) => `${name}.webp`).toSorted())
})

test('every picture of the manual is small', () => {
  for (const name of readdirSync(`${books}/pictures`))
    expect(readFileSync(`${books}/pictures/${name}`).length, name).toBeLessThan(65_000)
})
