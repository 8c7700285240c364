import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { iconNames } from './icon-name.ts'

test('every icon is a symbol of the installed Bootstrap Italia', () => {
  const sprite = readFileSync(createRequire(import.meta.url).resolve('bootstrap-italia/dist/svg/sprites.svg'), 'utf8')
  const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name)
  expect(iconNames.filter((name) => !symbols.includes(name))).toEqual([])
})

test('every icon is used', () => {
  const folder = join(import.meta.dirname, '..')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\bicon(-name)?\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  expect(iconNames.filter((name) => !sources.includes(`'${name}'`) && !sources.includes(`"${name}"`))).toEqual([])
})
