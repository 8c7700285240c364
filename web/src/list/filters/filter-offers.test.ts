import { describe, expect, test } from 'vitest'
import { errorsOf } from './filter-draft.ts'
import { type OfferSource, offersFor } from './filter-offers.ts'

const field = { kind: 'choices', wire: 'ambito', list: 'field_of_life' } as const
const since = { kind: 'day', wire: 'dal' } as const
const late = { kind: 'flag', wire: 'in_ritardo' } as const
const place = { kind: 'either', wire: 'virtuale' } as const
const words = { kind: 'text', wire: 'parole' } as const

const sources: readonly OfferSource[] = [
  { key: 'words', label: 'Parole', filter: words, text: '', options: [] },
  {
    key: 'field',
    label: 'Ambito',
    filter: field,
    text: '2',
    options: [
      { id: '1', label: 'Lavoro' },
      { id: '2', label: 'Casa' },
      { id: '3', label: 'Salute e università' },
    ],
  },
  { key: 'since', label: 'Creato dal', filter: since, text: '', options: [] },
  { key: 'late', label: 'In ritardo', filter: late, text: '', options: [{ id: '1', label: '' }] },
  {
    key: 'place',
    label: 'Luogo',
    filter: place,
    text: '1',
    options: [
      { id: '1', label: 'Virtuale' },
      { id: '0', label: 'Fisico' },
    ],
  },
]
const set = { filters: { words, field, since, late, place } }
const isValid = (key: string, typed: string) => errorsOf(set, { [key]: typed }).length === 0
const offered = (typed: string) =>
  offersFor(sources, typed, isValid).map(({ text, answer }) => (answer === undefined ? text : `${text} → ${answer}`))

describe('the filter box', () => {
  test('offers last what has the word in parentheses', () => {
    const withRetired = sources.map((source) =>
      source.key === 'field' ? { ...source, options: [{ id: '4', label: 'Edilizia (ritirato)' }] } : source,
    )
    expect(offersFor(withRetired, 'rit', isValid).map(({ text }) => text)).toEqual([
      'In ritardo',
      'Ambito: Edilizia (ritirato)',
      'Parole: rit',
    ])
  })

  test.each([
    ['', ['Parole', 'Ambito', 'Creato dal', 'In ritardo → 1', 'Luogo']],
    ['lavoro', ['Ambito: Lavoro → 2,1', 'Parole: lavoro → lavoro']],
    ['amb la', ['Ambito: Lavoro → 2,1', 'Parole: amb la → amb la']],
    ['UNIVERSITA', ['Ambito: Salute e università → 2,3', 'Parole: UNIVERSITA → UNIVERSITA']],
    ['in rit', ['In ritardo → 1', 'Parole: in rit → in rit']],
    ['fis', ['Luogo: Fisico → 0', 'Parole: fis → fis']],
    ['virt', ['Luogo: Virtuale → ', 'Parole: virt → virt']],
    ['creato', ['Creato dal', 'Parole: creato → creato']],
    ['20/11/2026', ['Parole: 20/11/2026 → 20/11/2026', 'Creato dal: 20/11/2026 → 20/11/2026']],
    ['Creato dal: 20/11/2026', ['Creato dal: 20/11/2026 → 20/11/2026']],
    ['creato dal: 31/02/2026', []],
    ['Ambito: ', ['Ambito: Lavoro → 2,1', 'Ambito: Casa → ', 'Ambito: Salute e università → 2,3']],
    ['Ambito: ca', ['Ambito: Casa → ']],
  ])('offers for %j', (typed, expected) => {
    expect(offered(typed)).toEqual(expected)
  })

  test('knows what is in use', () => {
    expect(offersFor(sources, 'Ambito:', isValid).map(({ isChosen }) => isChosen)).toEqual([false, true, false])
  })
})
