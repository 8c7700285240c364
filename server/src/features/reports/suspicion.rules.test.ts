import { limits } from '@portal/contract'
import { describe, expect, test } from 'vitest'
import { normalizeText } from './reports.service.ts'
import { type SpamSignals, suspicionOf } from './suspicion.rules.ts'

const normal: SpamSignals = {
  mark: { seconds: 240, isTrapFilled: false },
  message: "All'ufficio anagrafe mi hanno detto che «per quelli come me» non c'era posto.",
  reportsInMinute: 1,
  reportsPerMinute: 600,
  isRepeat: false,
}
const links = (count: number) => Array.from({ length: count }, (_, index) => `https://esempio${index}.it/x`).join(' ')

describe('a report looks like spam', () => {
  test.each<[string, Partial<SpamSignals>, string[]]>([
    ['not, as people send it', {}, []],
    ['not from a caller that sends no mark', { mark: undefined }, []],
    ['where the trap is filled', { mark: { seconds: 240, isTrapFilled: true } }, ['trap']],
    ['filled in within a moment', { mark: { seconds: limits.suspect.seconds - 1, isTrapFilled: false } }, ['fast']],
    ['not filled in just slowly enough', { mark: { seconds: limits.suspect.seconds, isTrapFilled: false } }, []],
    ['not as one of a class at school', { reportsInMinute: 60 }, []],
    ['beyond a tenth of what a network may send', { reportsInMinute: 61 }, ['flood']],
    ['not as the first, however small the limit', { reportsPerMinute: 1 }, []],
    ['as a repeat', { isRepeat: true }, ['repeat']],
    ['not with the three addresses of what happened', { message: links(3) }, []],
    ['with many addresses', { message: links(4) }, ['links']],
    ['with addresses in other spellings', { message: 'WWW.a.it, www.b.it HTTP://c.it http://d.it' }, ['links']],
    ['not by a word with www in it', { message: 'awww. awww. awww. awww.' }, []],
    [
      'for several reasons at once',
      { mark: { seconds: 1, isTrapFilled: true }, isRepeat: true, message: links(9), reportsInMinute: 400 },
      ['trap', 'fast', 'flood', 'repeat', 'links'],
    ],
  ])('%s', (_what, change, reasons) => expect(suspicionOf({ ...normal, ...change })).toEqual(reasons))
})

test.each([
  ['Non ci servono!', '  non\n\nci   SERVONO! '],
  ['Perché no', 'PERCHE NO'],
  ['لن نخدمك', 'لن  نخدمك'],
])('«%s» is the same text as «%s»', (one, other) => expect(normalizeText(one)).toBe(normalizeText(other)))

test('a different text is not the same', () =>
  expect(normalizeText('Non ci servono')).not.toBe(normalizeText('Non mi servono')))
