import { expect, test } from 'vitest'
import { exactBranches, looseBranches, type TokenGroups, variedBranches } from './branches.ts'

const word = (name: string) => ({ exact: [name], otherScript: [`${name} script`], near: [`${name} near`] })
const words = (count: number) => Array.from({ length: count }, (_, index) => word(String(index + 1)))
const textOf = (branches: readonly TokenGroups[]) =>
  branches.map((branch) => branch.map((group) => group.join()).join(' + '))

test('the index is searched for all words, then with each word varied', () => {
  expect(textOf(exactBranches(words(2)))).toEqual(['1 + 2', '1 script + 2 script'])
  expect(textOf(variedBranches(words(2)))).toEqual(['1 near + 2', '1 + 2 near'])
  expect(textOf(variedBranches(words(1)))).toEqual([])
})

test('a loose search leaves out each word, and all of them', () => {
  expect(textOf(looseBranches(words(2)))).toEqual(['2 near', '1 near', ''])
  expect(textOf(looseBranches(words(1)))).toEqual([''])
})

test('the searches of the index stay few, however many words there are', () => {
  const counts = Array.from({ length: 12 }, (_, index) => words(index + 1)).map((many) => [
    exactBranches(many).length,
    variedBranches(many).length,
    looseBranches(many).length,
  ])
  expect(Math.max(...counts.flat())).toBe(5)
})
