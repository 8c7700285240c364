import { refused, typedReader } from './typed-value.ts'
import { compactCode, hasCheckDigit, withoutCountry } from './vat-number.ts'

// Decree of the Minister of Finance of 23 December 1976 and its tables.

/** Values of the letters (A to Z; digits as A to J) at odd places. */
const oddValues = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

const indexOf = (character: string) =>
  /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 'A'.charCodeAt(0)

/** The control letter of the first fifteen characters of a code. */
export function controlLetterOf(stem: string): string {
  const sum = [...stem].reduce((total, character, at) => {
    const index = indexOf(character)
    return total + (at % 2 === 0 ? (oddValues[index] ?? 0) : index)
  }, 0)
  return String.fromCharCode('A'.charCodeAt(0) + (sum % 26))
}

/** The form of a code, in which letters stand for digits where two people would have the same one (omocodia). */
const personCode = /^[A-Z]{6}[\dL-NP-V]{2}[ABCDEHLMPRST][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]$/

/** What is wrong with a normalized text that is no tax code of a person. A provisional code has eleven digits. */
function errorOf(code: string) {
  if (/^[0-9]{11}$/.test(code)) return hasCheckDigit(code) ? undefined : 'codice_fiscale_controllo'
  if (!personCode.test(code)) return 'codice_fiscale_non_valido'
  return controlLetterOf(code.slice(0, 15)) === code.slice(15) ? undefined : 'codice_fiscale_controllo'
}

/**
 * Reads the tax code of a person, in capitals and without spaces: the one rule for every code that somebody types, so that each
 * form takes omocodia and provisional codes. Searches and requests about personal data only normalize, since a record from before
 * may have a code with an error and its person has the same rights.
 */
export const readTaxCode = typedReader('codice_fiscale_non_valido', (typed) => {
  const code = compactCode(typed)
  const message = errorOf(code)
  return message ? refused(message) : { value: code }
})

/** Reads the number of an organisation: its VAT number, or the tax code of a person. */
export const readOrganisationNumber = typedReader('piva_o_cf_non_validi', (typed) => {
  const code = withoutCountry(compactCode(typed))
  if (/^[0-9]{11}$/.test(code)) return hasCheckDigit(code) ? { value: code } : refused('piva_cifra_di_controllo')
  if (!personCode.test(code)) return refused('piva_o_cf_non_validi')
  return errorOf(code) ? refused('codice_fiscale_controllo') : { value: code }
})
