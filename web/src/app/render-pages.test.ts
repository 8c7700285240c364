import { type Language, paths } from '@portal/contract'
import { expect, test } from 'vitest'
import { renderPages } from './render-pages.tsx'

const listIn = (language: Language) => ({
  languageList: { language, items: [{ id: 1, label: `${language}-lingua` }] },
})

test('pages of a language are the same whatever language was rendered before', async () => {
  const first = await renderPages('en', listIn('en'))
  const others = [await renderPages('ar', listIn('ar')), await renderPages('en-simple', listIn('en'))]
  expect(await renderPages('en', listIn('en'))).toEqual(first)
  const all = [first, ...others]
  expect(all.flatMap(({ failures }) => failures)).toEqual([])
  const labels = all.map(({ pages }) => /[a-z]+-lingua/.exec(pages[paths.reportIntro]?.html ?? '')?.[0])
  expect(labels).toEqual(['en-lingua', 'ar-lingua', 'en-lingua'])
}, 60_000)
