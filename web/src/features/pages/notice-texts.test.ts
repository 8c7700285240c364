import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@portal/contract'
import { describe, expect, test } from 'vitest'

interface Notice {
  readonly title: string
  readonly lead: string
  readonly sections: readonly { readonly title: string; readonly text: readonly string[] }[]
}

const folder = join(import.meta.dirname, '../../texts/notice')
const read = (lang: string): Notice => JSON.parse(readFileSync(join(folder, `${lang}.json`), 'utf8')).notice
const italian = read('it')
/** Those of the site, and those that the specification asks for beside them. */
const all = [...languages, 'zh', 'fil', 'ru']

const shapeOf = ({ sections }: Notice) => sections.map(({ text }) => text.length)
const marksOf = (notice: Notice) =>
  [...JSON.stringify(notice).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()
const wordsOf = ({ title, lead, sections }: Notice) => [
  title,
  lead,
  ...sections.flatMap((part) => [part.title, ...part.text]),
]

test('the notice exists in nine languages and two easy forms, and in no other', () => {
  expect(readdirSync(folder).sort()).toEqual([...all, 'it-simple', 'en-simple'].map((lang) => `${lang}.json`).sort())
})

test.each(['it', 'en'])(
  'the easy form of the notice in %s has the same sections, office, terms and mailboxes',
  (lang) => {
    const easy = read(`${lang}-simple`)
    expect(easy.sections).toHaveLength(read(lang).sections.length)
    expect([...new Set(marksOf(easy))]).toEqual([...new Set(marksOf(read(lang)))])
  },
)

describe.each(all)('the notice in %s', (lang) => {
  const notice = read(lang)

  test('says as much as the Italian one, with the same office, terms and mailboxes', () => {
    expect(shapeOf(notice)).toEqual(shapeOf(italian))
    expect(marksOf(notice)).toEqual(marksOf(italian))
  })

  test('names the articles that it rests on', () => {
    const words = wordsOf(notice).join(' ')
    for (const source of ['2016/679', '215/2003', '196/2003', '2-sexies', '2-octies', '22'])
      expect(words.replace('第2016/679号', '2016/679')).toContain(source)
  })

  if (lang !== 'it')
    test('is a text of its own', () => {
      const same = wordsOf(notice).filter((text) => wordsOf(italian).includes(text))
      expect(same).toEqual([])
    })
})

test.each([
  ['ar', /\p{Script=Arabic}/u],
  ['ur', /\p{Script=Arabic}/u],
  ['zh', /\p{Script=Han}/u],
  ['ru', /\p{Script=Cyrillic}/u],
] as const)('every sentence in %s is in its script', (lang, script) => {
  expect(wordsOf(read(lang)).filter((text) => !script.test(text))).toEqual([])
})
