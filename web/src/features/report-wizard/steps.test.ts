import { expect, test } from 'vitest'

const { readReport } = await import('./steps.ts')

const phoneOf = (phone: string) => {
  const { values, fieldErrors } = readReport({ phone, organisationPhone: phone })
  return { phone: values.phone, isWrong: fieldErrors.some(({ key }) => key === 'phone') }
}

test('a telephone may be typed with spaces, dots and hyphens between its digits', () => {
  for (const typed of ['06 1234 567', '06.12.34.567', '06-1234-567', ' 06 - 1234567 '])
    expect(phoneOf(typed)).toEqual({ phone: '061234567', isWrong: false })
  expect(phoneOf('+39 06 1234567')).toEqual({ phone: '+39061234567', isWrong: false })
})

test('anything else in a telephone stays a fault', () => {
  for (const typed of ['06 casa', '06#1234', '06 12345 sera', '+']) expect(phoneOf(typed).isWrong, typed).toBe(true)
})

test('parentheses and the marks that address books add are no fault of the person', () => {
  for (const typed of ['(06) 1234567', '\u202a061234567\u202c', '\u200e06\u200f1234567'])
    expect(phoneOf(typed)).toEqual({ phone: '061234567', isWrong: false })
})
