import { withPlainDigits } from './digits.ts'
import { refused, typedReader } from './typed-value.ts'

/** Digits for the letters that people take for them. */
const asDigits = (text: string) => text.replaceAll('O', '0').replace(/[IL]/g, '1')

const codeAtEnd =
  /(?:^|[^\p{L}\p{N}])([A-Z]{2,12})[^\p{L}\p{N}]*([0-9OIL]{4})[^\p{L}\p{N}]*([0-9OIL]{1,9})[^\p{L}\p{N}]*$/u

/** The public code of a report: product tag, year, number in the year. */
export const reportCode = (tag: string, year: number, number: number) =>
  `${tag}-${year}-${String(number).padStart(6, '0')}`

/** Reads the code of a report as people write it: `Codice: abc 2026 43.` is ABC-2026-000043. */
export const readReportCode = typedReader('codice_non_valido', (typed) => {
  const text = withPlainDigits(typed.normalize('NFKC')).toUpperCase()
  const [, tag, year, number] = codeAtEnd.exec(text) ?? []
  if (!tag || !year || !number || !/^[12]/.test(year)) return refused('codice_non_valido')
  return { value: reportCode(tag, Number(asDigits(year)), Number(asDigits(number))) }
})

/** Reads a PIN: ten of Crockford's base 32 in two groups, in any case, with any sign between them. */
export const readPin = typedReader('pin_non_valido', (typed) => {
  const pin = asDigits(
    withPlainDigits(typed.normalize('NFKC'))
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(pin)
    ? { value: `${pin.slice(0, 5)}-${pin.slice(5)}` }
    : refused('pin_non_valido')
})
