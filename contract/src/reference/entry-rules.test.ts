import { describe, expect, test } from 'vitest'
import { translatedLists } from './choice-fields.ts'
import { type EntryAction, entryDenial } from './entry-rules.ts'
import { inListOrder, offeredItems, parentListOf, type ReferenceList } from './reference-lists.ts'

const inForce = { id: 50, isRetired: false, isOther: false }
const retired = { ...inForce, isRetired: true }
const other = { ...inForce, id: 99, isOther: true }

describe('an action on an entry', () => {
  test.each<[EntryAction, ReferenceList, typeof inForce | undefined, string | null]>([
    ['add', 'ground', undefined, null],
    ['add', 'city', undefined, 'list_read_only'],
    ['rename', 'nation', inForce, 'list_read_only'],
    ['add', 'organisation_document', undefined, 'list_closed'],
    ['rename', 'organisation_document', { ...inForce, id: 3 }, null],
    ['retire', 'organisation_document', { ...inForce, id: 3 }, 'entry_fixed'],
    ['retire', 'relevance', { ...inForce, id: 2 }, 'entry_fixed'],
    ['retire', 'relevance', { ...inForce, id: 1 }, null],
    ['retire', 'channel', { ...inForce, id: 2 }, 'entry_fixed'],
    ['delete', 'reporter_type', { ...retired, id: 4 }, 'entry_fixed'],
    ['retire', 'ground', inForce, null],
    ['restore', 'ground', retired, null],
    ['delete', 'ground', inForce, 'entry_in_force'],
    ['delete', 'ground', retired, null],
    ['move', 'ground', inForce, 'list_alphabetical'],
    ['move', 'age_band', inForce, null],
    ['move', 'external_body', other, 'list_alphabetical'],
  ])('%s of %s: case %#', (action, list, entry, denial) => {
    expect(entryDenial(action, list, entry)).toBe(denial)
  })
})

describe('a list', () => {
  const items = [
    { id: 3, label: 'Zeta', isOther: false, position: 1 },
    { id: 99, label: 'Altro', isOther: true },
    { id: 2, label: 'Beta', isOther: false },
    { id: 1, label: 'Gamma', isOther: false },
  ]
  const orderOf = (list: ReferenceList) => inListOrder(list, items, 'it').map(({ id }) => id)

  test('is alphabetical with Altro last, whatever positions its entries have', () => {
    expect(orderOf('ground')).toEqual([2, 1, 3, 99])
  })

  test('with an order of its own has placed entries first, then the others by its rule', () => {
    expect(orderOf('external_body')).toEqual([3, 2, 1, 99])
    expect(orderOf('age_band')).toEqual([3, 1, 2, 99])
  })

  test('knows the list above it', () => {
    expect([parentListOf('sub_ground'), parentListOf('city'), parentListOf('ground')]).toEqual([
      'ground',
      'province',
      undefined,
    ])
  })

  test('from which the public chooses needs all languages', () => {
    expect(translatedLists).toEqual(
      expect.arrayContaining(['language', 'reporter_type', 'ground', 'field_of_life', 'sex']),
    )
    expect(translatedLists).not.toContain('religion')
  })
})

test('a choice offers entries in force, and a retired one only where it is chosen', () => {
  const items = [
    { id: 1, label: 'Uno' },
    { id: 2, label: 'Due', isRetired: true },
  ]
  expect(offeredItems(items, []).map(({ id }) => id)).toEqual([1])
  expect(offeredItems(items, [2]).map(({ id }) => id)).toEqual([1, 2])
})
