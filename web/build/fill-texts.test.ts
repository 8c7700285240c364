import { expect, test } from 'vitest'
import { filledTexts } from './fill-texts.ts'

test('what a language lacks comes from the fallback, at any depth', () => {
  const own = { site: { menu: 'القائمة' } }
  const english = { site: { menu: 'Menu', close: 'Close' }, errors: { notFound: 'Not found' } }
  expect(filledTexts(own, english)).toEqual({
    site: { menu: 'القائمة', close: 'Close' },
    errors: { notFound: 'Not found' },
  })
})

test('plural forms are a language’s own: none of another is added to them', () => {
  const own = { left_one: '…', left_two: '…', left_other: '…' }
  expect(filledTexts(own, { left_one: 'one', left_many: 'many', left_other: 'other' })).toEqual(own)
})

test('a list of texts is one text', () => {
  const own = { sections: [{ title: 'own' }] }
  expect(filledTexts(own, { sections: [{ title: 'x', text: 'y' }, { title: 'z' }] })).toEqual(own)
})
