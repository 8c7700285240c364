import type { CaseStatus } from '@portal/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CaseRecipient, distributeByLoad } from './distribute.rules.ts'

const levels = {
  one: (status: CaseStatus) => status === 'inWorkOne',
  two: (status: CaseStatus) => status === 'inWorkTwo',
  both: () => true,
}
const cases = (...statuses: CaseStatus[]) => statuses.map((status, index) => ({ id: index + 1, status }))
const to = (id: number, load: number, level: keyof typeof levels): CaseRecipient => ({
  id,
  load,
  canTake: levels[level],
})

// biome-ignore format: a table
test.each([
  ['one recipient takes all',                 cases('inWorkTwo', 'inWorkTwo'),               [to(7, 9, 'two')],                   { 7: [1, 2] }],
  ['equal loads: in turn',                    cases('inWorkTwo', 'inWorkTwo', 'inWorkTwo'),  [to(7, 0, 'two'), to(8, 0, 'two')],  { 7: [1, 3], 8: [2] }],
  ['who has fewer takes more',                cases('inWorkTwo', 'inWorkTwo', 'inWorkTwo'),  [to(7, 2, 'two'), to(8, 0, 'two')],  { 7: [3], 8: [1, 2] }],
  ['who has far more takes none',             cases('inWorkTwo', 'inWorkTwo'),               [to(7, 9, 'two'), to(8, 0, 'two')],  { 7: [], 8: [1, 2] }],
  ['each of the own level',                   cases('inWorkOne', 'inWorkTwo', 'inWorkOne'),  [to(7, 0, 'one'), to(8, 0, 'two')],  { 7: [1, 3], 8: [2] }],
  ['the case with one choice comes first',    cases('inWorkTwo', 'inWorkOne'),               [to(7, 0, 'both'), to(8, 0, 'two')], { 7: [2], 8: [1] }],
  ['nothing to share',                        [],                                            [to(7, 0, 'two')],                   { 7: [] }],
] as const)('%s', (_what, moved, recipients, shares) => {
  expect(distributeByLoad(moved, recipients)).toEqual(new Map(Object.entries(shares).map(([id, ids]) => [Number(id), ids])))
})

test('a case that nobody may take refuses the whole', () => {
  expect(distributeByLoad(cases('inWorkOne', 'inWorkTwo'), [to(7, 0, 'two')])).toBeUndefined()
  expect(distributeByLoad(cases('inWorkTwo'), [])).toBeUndefined()
})

test('every case goes to one recipient who may take it, and equal recipients end within one case of each other', () => {
  const status = fc.constantFrom<CaseStatus>('inWorkOne', 'inWorkTwo')
  const loads = fc.array(fc.nat(20), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(status, { maxLength: 60 }), loads, (statuses, all) => {
      const recipients = all.map((load, index) => to(100 + index, load, 'both'))
      const shares = distributeByLoad(cases(...statuses), recipients) ?? new Map<number, readonly number[]>()
      const moved = [...shares.values()].flat()
      expect(moved.toSorted((one, other) => one - other)).toEqual(statuses.map((_, index) => index + 1))
      const ends = recipients
        .filter(({ id }) => (shares.get(id)?.length ?? 0) > 0)
        .map(({ id, load }) => load + (shares.get(id)?.length ?? 0))
      expect(Math.max(0, ...ends) - Math.min(...ends, Math.max(0, ...ends))).toBeLessThanOrEqual(1)
    }),
  )
})
