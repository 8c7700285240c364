import { withPlainDigits } from './digits.ts'
import { refused, typedReader } from './typed-value.ts'

/** A code in capitals, without what people write between its characters. */
export const compactCode = (typed: string) =>
  withPlainDigits(typed.normalize('NFKC'))
    .replace(/[\p{Cf}\s.\-\u2010-\u2015/]/gu, '')
    .toUpperCase()

/** The eleven digits of a VAT number with its country; anything else stays as it is. */
export const withoutCountry = (code: string) => code.replace(/^IT(?=[0-9]{11}$)/, '')

/**
 * Whether eleven digits have the check digit of a VAT number (DPR 633/1972, decree of 23 December 1976): every second digit
 * doubled, the digits of the products added, the sum a multiple of ten. The first seven digits number the taxpayer, from 1.
 */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && !digits.startsWith('0000000')
}

/** Reads a VAT number as people write it: `IT 0123 4567 897` is 01234567897. */
export const readVatNumber = typedReader('piva_non_valida', (typed) => {
  const code = withoutCountry(compactCode(typed))
  if (!/^[0-9]{11}$/.test(code)) return refused('piva_non_valida')
  return hasCheckDigit(code) ? { value: code } : refused('piva_errore_di_battitura')
})
