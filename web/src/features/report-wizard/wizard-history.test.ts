import { expect, test } from 'vitest'

const { moveTo } = await import('./wizard-history.ts')
const { stepHref } = await import('./steps.ts')
const at = '/x/cosa-facciamo/contact-center/segnalazione'
const [intro, one, two, three, four, success] = ['intro', '1', '2', '3', '4', 'success'].map(
  (page) => `${at}/${page}`,
) as [string, string, string, string, string, string]

test('a later step is an entry more', () => {
  expect(moveTo([intro], one)).toEqual({ back: 0, as: 'push', trail: [intro, one] })
  expect(moveTo([two], `${four}?lang=ar`)).toEqual({ back: 0, as: 'push', trail: [two, four] })
})

test('an earlier step is gone back to, in whatever language', () => {
  expect(moveTo([intro, one, two, three], two)).toEqual({ back: 1, as: 'replace', trail: [intro, one, two] })
  expect(moveTo([intro, one, two, three, four], `${one}?lang=fr`)).toEqual({
    back: 3,
    as: 'replace',
    trail: [intro, one],
  })
  expect(moveTo([intro, one], stepHref('intro'))).toEqual({ back: 1, as: 'replace', trail: [intro] })
})

test('an earlier step that the history does not have takes the place of the first later one', () => {
  expect(moveTo([three], two)).toEqual({ back: 0, as: 'replace', trail: [two] })
  expect(moveTo([intro, three, four], two)).toEqual({ back: 1, as: 'replace', trail: [intro, two] })
})

test('the same step in another language stays one entry', () => {
  expect(moveTo([intro, one], `${one}?lang=ar`)).toEqual({ back: 0, as: 'replace', trail: [intro, one] })
})

test('below the receipt one entry is left, and the next report begins there', () => {
  expect(moveTo([intro, one, two, three, four], success)).toEqual({ back: 4, as: 'push', trail: [intro, success] })
  expect(moveTo([four], success)).toEqual({ back: 0, as: 'push', trail: [four, success] })
  expect(moveTo([intro, success], intro)).toEqual({ back: 1, as: 'replace', trail: [intro] })
})
