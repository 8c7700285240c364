import { expect, test } from 'vitest'
import { firstBranches, looseBranches } from './branches.ts'

const word = (name: string) => ({ exact: [name], otherScript: [`${name} script`], near: [`${name} near`] })
const words = (count: number) => Array.from({ length: count }, (_, index) => word(String(index + 1)))
const textOf = (branches: ReturnType<typeof firstBranches>) =>
  branches.map((branch) => branch.map((group) => group.join()).join(' + '))

test('the index is searched for all words, and with each word varied', () => {
  expect(textOf(firstBranches(words(2)))).toEqual(['1 + 2', '1 script + 2 script', '1 near + 2', '1 + 2 near'])
  expect(textOf(firstBranches(words(1)))).toEqual(['1', '1 script', '1 near'])
})

test('a loose search leaves out each word, and all of them', () => {
  expect(textOf(looseBranches(words(2)))).toEqual(['2 near', '1 near', ''])
  expect(textOf(looseBranches(words(1)))).toEqual([''])
})

test('the searches of the index stay few, however many words there are', () => {
  const counts = Array.from({ length: 12 }, (_, index) => words(index + 1)).map((many) => [
    firstBranches(many).length,
    looseBranches(many).length,
  ])
  expect(Math.max(...counts.flat())).toBe(6)
})
