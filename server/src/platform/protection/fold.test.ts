import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, splitWords } from './fold.ts'

describe('folding', () => {
  test.each([
    ['Nicolò', 'nicolo'],
    ['SÃO', 'sao'],
    ['Œuvre', 'oeuvre'],
    ['Groß', 'gross'],
    ['Sørensen', 'sorensen'],
    ['Đorđević', 'dordevic'],
    ['Łukasz', 'lukasz'],
    ['İbrahim Işık', 'ibrahim isik'],
    ['Ｍüller', 'muller'],
    ['ﬁnestra', 'finestra'],
    ['Ёлка', 'елка'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
    ['مُحَمَّد', 'محمد'],
    ['محـــمد', 'محمد'],
    ['أحمد إبراهيم آمنة ٱلله', 'احمد ابراهيم امنه الله'],
    ['مصطفى کریم', 'مصطفي كريم'],
    ['٢٠٢٤ ۲۰۲۴', '2024 2024'],
    ['ガラス', 'ガラス'],
    ['한국', '한국'],
    ['हिन्दी', 'हिन्दी'],
    ['co\u00adope\u200brare', 'cooperare'],
  ])('%s is read as %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('folded text does not change when folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 500 },
    )
  })

  test('the encoding of accents makes no difference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text))
      }),
    )
  })
})

describe('words', () => {
  test.each([
    ["D'Angelo-Rossi, Anna", ['D', 'Angelo', 'Rossi', 'Anna']],
    ['nel 2023 (art. 3)', ['nel', '2023', 'art', '3']],
    ['A子と東京タワー', ['A', '子と東京タワー']],
    ['😀 … —', []],
  ])('%s', (text, words) => {
    expect(splitWords(text)).toEqual(words)
  })
})
