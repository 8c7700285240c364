import { describe, expect, test } from 'vitest'
import { createNameMatch } from './match-name.ts'

const match = (query: string, ...names: string[]) => createNameMatch(query)(names)

describe('a name matches a query', () => {
  // biome-ignore format: a table
  test.each([
    ['Mario Rossi',         ['Mario', 'Rossi'],             ['exact']],
    ['rossi mario',         ['Mario', 'Rossi'],             ['exact']],
    ['Nicolo',              ['Nicolò'],                     ['exact']],
    ['dangelo',             ["D'Angelo"],                   ['exact']],
    ['De Luca',             ['Deluca'],                     ['exact']],
    ['el Ansari',           ['Al Ansari'],                  ['exact']],
    ['Garcia',              ['García Márquez'],             ['exact']],
    ['Stefan Ionescu',      ['Ștefan', 'Ionescu'],          ['exact']],
    ['ros',                 ['Rossi'],                      ['start']],
    ['Mario Ros',           ['Mario', 'Rossi'],             ['exact', 'start']],
    ['Rosi',                ['Rossi'],                      ['oneLetter']],
    ['Orssi',               ['Rossi'],                      ['oneLetter']],
    ['Mohamed',             ['Muhammad'],                   ['sound']],
    ['Scevcenko',           ['Shevchenko'],                 ['sound']],
    ['Ansari',              ['الأنصاري'],                   ['transliteration']],
    ['Ali',                 ['علي'],                        ['transliteration']],
    ['محمد الأنصاري',       ['Mohamed', 'Al Ansari'],       ['transliteration']],
    ['Abdelrahman',         ['عبد الرحمن'],                 ['transliteration']],
    ['Sergij Shevchenko',   ['Сергій', 'Шевченко'],         ['transliteration']],
    ['Шевченко',            ['Shevchenko'],                 ['transliteration']],
    ['Wang Xiaoming',       ['小明', '王'],                  ['transliteration']],
    ['xiaoming wang',       ['王小明'],                      ['transliteration']],
    ['王小明',              ['Xiaoming', 'Wang'],           ['transliteration']],
    ['Hossain Rahman',      ['হোসেন', 'রহমান'],               ['transliteration']],
    ['Miah',                ['মিয়া'],                        ['transliteration']],
    ['Najat Jabbar',        ['نجاة', 'جبار'],              ['transliteration']],
  ] as const)('%s, %j', (query, names, reasons) => {
    expect(match(query, ...names)?.reasons.toSorted()).toEqual([...reasons].sort())
  })
})

describe('a name does not match', () => {
  test.each([
    ['Mario Rossi', ['Mario', 'Verdi']],
    ['Mario Mario', ['Mario', 'Rossi']],
    ['Rossi', ['Russo']],
    ['Mohamed Mahmoud', ['Mohamed']],
    ['Al', ['Ali']],
    ['', ['Rossi']],
    ['Ali', ['محمد']],
  ])('%s, %j', (query, names) => {
    expect(match(query, ...names)).toBeUndefined()
  })
})

test('the better the match, the higher the score', () => {
  const ordered = [
    ['Mario', 'Rossi'],
    ['Mario', 'Rossi Bianchi'],
    ['Mario', 'Rossini'],
    ['ماريو', 'Rossi'],
    ['Mario', 'Rosssi'],
  ]
  const scores = ordered.map((names) => match('Mario Rossi', ...names)?.score ?? 0)
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  expect(scores[0]).toBe(1)
})
