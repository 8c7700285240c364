import { expect, test } from 'vitest'
import { readArguments } from './audit-archive.ts'
import { readArguments as readVerification } from './audit-verify.ts'

test('the command reads a month, a folder and whether the month may be young', () => {
  expect(readArguments(['2024-01', '.'])).toMatchObject({ month: { text: '2024-01' }, isYoungAllowed: false })
  expect(readArguments(['2024-12', '.', '--although-young'])).toMatchObject({
    month: { to: new Date('2025-01-01T00:00:00Z') },
    isYoungAllowed: true,
  })
})

test.each([
  [[], /Name one month/],
  [['2024-13', '.'], /Name one month/],
  [['2024-01-05', '.'], /Name one month/],
  [['2024-01'], /one folder/],
  [['2024-01', '.', 'more'], /Name one month/],
  [['2024-01', './no-such-folder'], /There is no folder/],
])('the command refuses %j with a sentence', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence)
})

test('the verification of a file takes the month from its name', () => {
  expect(readVerification(['--archive', '/srv/audit-2024-01.jsonl.gz']).archive?.month.text).toBe('2024-01')
  expect(() => readVerification(['--archive', '/srv/january.gz'])).toThrow(/--archive must be a file of the archive/)
})
