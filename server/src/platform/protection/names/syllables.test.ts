import { describe, expect, test } from 'vitest'
import { syllableSound } from './syllables.ts'

describe('spellings of Chinese and Korean syllables have one sound', () => {
  test.each(
    [
      'zhang chang ciang',
      'xiaoping hsiaoping',
      'xu hsu shu',
      'cai tsai',
      'qian chien',
      'rongji jungchi',
      'guoqiang kuochiang',
      'zhongzheng chungcheng',
      'xiong hsiung',
      'xue hsueh',
      'lihua',
      'er erh',
      'zi tzu',
      'zhi chih',
      'you yu',
      'youngsoo yongsu yeongsu',
    ].map((line) => line.split(' ')),
  )('%s', (...spellings) => {
    const sounds = new Set(spellings.map(syllableSound))
    expect([...sounds]).toEqual([expect.any(String)])
  })
})

test.each(['rossi', 'bruno', 'mohamed', 'shevchenko', 'x', '王'])('%s has no such syllables', (word) => {
  expect(syllableSound(word)).toBeUndefined()
})

test.each([
  ['li', 'lu'],
  ['wang', 'huang'],
  ['xiaoming', 'xiaomei'],
])('%s and %s are two names', (one, other) => {
  expect(syllableSound(one)).not.toBe(syllableSound(other))
})
