import { withPlainDigits } from './digits.ts'
import { refused, typedReader } from './typed-value.ts'

/** What people write before a number. */
const label = /^(?:tel(?:efono|ephone)?|cell(?:ulare)?|mob(?:ile)?|phone|fisso|casa|ufficio|numero|n)\b[.:\s]*/i
/** What people write between the digits of one number. */
const separators = /[\s.\-\u2010-\u2015\u2212/()]/g
/** Two numbers beside each other, each long enough to be one; a number with its country may have two long groups. */
const twoNumbers = /\d{6}\s*[/,;\-\u2013]\s*\+?\d(?:[\s.]?\d){5}|^(?!00)\d{6,}\s+\d{6,}$/

/**
 * Reads a telephone number as people write it: `tel. (06) 1234/567-8` is 0612345678. A text beside the number, and two numbers, are
 * refused, since the rest would be lost.
 */
export const readPhone = (max: number) =>
  typedReader('telefono_non_valido', (typed) => {
    const text = withPlainDigits(typed)
      .replace(label, '')
      .replace(/[.,;:\s]+$/, '')
    const hasMore = /\d(?:[^\d\p{L}]*\d){4}/u.test(text) && /\p{L}/u.test(text)
    if (hasMore || twoNumbers.test(text)) return refused('telefono_solo_numero')
    const number = text.replace(separators, '')
    return number.length <= max && /^\+?[0-9]+$/.test(number) ? { value: number } : refused('telefono_non_valido')
  })
