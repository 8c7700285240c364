import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { hashOf, isStamped, stamp } from './stamp.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portale-stamp-'))
  mkdirSync(join(folder, 'src/dist'), { recursive: true })
  writeFileSync(join(folder, 'src/a.ts'), 'one')
  onTestFinished(() => rmSync(folder, { recursive: true }))
})
const write = (name, text) => writeFileSync(join(folder, name), text)
const hash = () => hashOf(['src', 'absent'], folder)

test.each([
  ['a changed file', () => write('src/a.ts', 'two')],
  ['a new file', () => write('src/b.ts', '')],
  ['a removed file', () => rmSync(join(folder, 'src/a.ts'))],
])('%s changes the hash', (_case, change) => {
  const before = hash()
  change()
  expect(hash()).not.toBe(before)
})

test.each([
  ['the same content written again', () => write('src/a.ts', 'one')],
  ['a test', () => write('src/a.test.ts', 'x')],
  ['a build output', () => write('src/dist/a.js', 'x')],
])('%s does not change the hash', (_case, change) => {
  const before = hash()
  change()
  expect(hash()).toBe(before)
})

test('a stamp is valid for its hash only, and a missing one for none', () => {
  const file = join(folder, 'made/.stamp')
  expect(isStamped(file, 'abc')).toBe(false)
  stamp(file, 'abc')
  expect(isStamped(file, 'abc')).toBe(true)
  expect(isStamped(file, 'abd')).toBe(false)
})
