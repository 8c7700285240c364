import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)

test('the list of icon names is the sprite of the installed Bootstrap Italia', () => {
  const sprite = readFileSync(createRequire(import.meta.url).resolve('bootstrap-italia/dist/svg/sprites.svg'), 'utf8')
  const list = readFileSync(join(import.meta.dirname, 'icon-name.ts'), 'utf8')
  expect(namesIn(list, /'(it-[a-z-]+)'/g)).toEqual(namesIn(sprite, /<symbol id="([^"]+)"/g))
})
