import type { CaseDraft, CaseKey } from '@portal/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Choices as AnyChoices,
  type Difference as AnyDifference,
  type Versions as AnyVersions,
  defaultChoices,
  openDifferences,
} from '#form/edit/edit-merge.ts'
import { changedKeys, unitOf } from './case-draft.ts'
import { editedCase } from './case-edits.ts'

type Versions = AnyVersions<CaseDraft>
type Choices = AnyChoices<CaseKey>
type Difference = AnyDifference<CaseKey>
const { differencesOf, mergedOf } = editedCase.merge

const merged = (versions: Versions, choices?: Choices) => {
  const differences = differencesOf(versions)
  return mergedOf(versions, differences, choices ?? defaultChoices(differences))
}
const allAs = (differences: readonly Difference[], side: 'mine' | 'theirs'): Choices =>
  Object.fromEntries(differences.map(({ id }) => [id, side]))

// Few values, so that versions often agree; fields alone, fields that hang on one another, lines.
const few = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const someDraft: fc.Arbitrary<CaseDraft> = fc.record({
  notes: few('una nota', 'un’altra'),
  eventDate: few('01/02/2026', '03/02/2026'),
  isPrivate: few(true, false),
  isAnsweredAtOnce: few(true, false),
  minorsCount: few(0, 2),
  placeRegion: few(1, 2),
  placeProvince: few(11, 12),
  placeCity: few(111, 112),
  fieldId: few(1, 2),
  contexts: few([{ contextId: 101 }], [{ contextId: 102 }, { contextId: 101 }]),
  grounds: few([{ groundId: 1 }, { groundId: 2 }], [{ groundId: 2 }, { groundId: 1 }], []),
})
const versions = fc.record({ base: someDraft, mine: someDraft, theirs: someDraft })

describe('of three versions of a case', () => {
  test('nothing is asked where nobody else changed anything, and what was typed stays', () => {
    fc.assert(
      fc.property(someDraft, someDraft, (base, mine) => {
        const three = { base, mine, theirs: base }
        expect(openDifferences(differencesOf(three), defaultChoices(differencesOf(three)))).toEqual([])
        expect(changedKeys(merged(three), mine)).toEqual([])
      }),
    )
  })

  test('what was not touched here follows the other side', () => {
    fc.assert(
      fc.property(someDraft, someDraft, (base, theirs) => {
        expect(changedKeys(merged({ base, mine: base, theirs }), theirs)).toEqual([])
      }),
    )
  })

  test('nothing is overwritten unseen: what both changed otherwise is open until somebody chooses', () => {
    fc.assert(
      fc.property(versions, (three) => {
        const differences = differencesOf(three)
        const open = openDifferences(differences, defaultChoices(differences)).flatMap(({ id }) => unitOf(id))
        for (const key of changedKeys(three.mine, three.theirs)) {
          const unit = unitOf(key)
          const isMine = changedKeys(three.base, three.mine).some((one) => unit.includes(one))
          const isTheirs = changedKeys(three.base, three.theirs).some((one) => unit.includes(one))
          expect(open.includes(key)).toBe(isMine && isTheirs)
        }
      }),
    )
  })

  test('either side can be had whole', () => {
    fc.assert(
      fc.property(versions, (three) => {
        const differences = differencesOf(three)
        expect(changedKeys(mergedOf(three, differences, allAs(differences, 'mine')), three.mine)).toEqual([])
        expect(changedKeys(mergedOf(three, differences, allAs(differences, 'theirs')), three.theirs)).toEqual([])
      }),
    )
  })

  test('every field of the outcome is as one side has it', () => {
    fc.assert(
      fc.property(versions, fc.infiniteStream(fc.boolean()), (three, coin) => {
        const differences = differencesOf(three)
        const choices = Object.fromEntries(
          differences.map(({ id }) => [id, coin.next().value ? 'mine' : 'theirs'] as const),
        )
        const outcome = mergedOf(three, differences, choices)
        const strays = changedKeys(outcome, three.mine).filter((key) =>
          changedKeys(outcome, three.theirs).includes(key),
        )
        expect(strays).toEqual([])
      }),
    )
  })
})

test('fields that hang on one another are chosen together: no town of another province comes out', () => {
  const base: CaseDraft = { placeRegion: 1, placeProvince: 11, placeCity: 111 }
  const three = {
    base,
    mine: { ...base, placeCity: 112 },
    theirs: { placeRegion: 2, placeProvince: 21, placeCity: 211 },
  }
  expect(differencesOf(three)).toEqual([
    { id: 'placeRegion', keys: ['placeRegion', 'placeProvince', 'placeCity'] as CaseKey[], changedBy: 'both' },
  ])
  expect(merged(three, { placeRegion: 'mine' })).toMatchObject(three.mine)
})

test('the same change on both sides is none', () => {
  const base: CaseDraft = { notes: 'a' }
  expect(differencesOf({ base, mine: { notes: 'b' }, theirs: { notes: 'b' } })).toEqual([])
})
