import type { Language } from '@portal/contract'

/** A size in kB or MB in the language's words, with Latin digits. */
export function sizeText(bytes: number, language: Language): string {
  const [amount, unit] = bytes < 1_048_576 ? [bytes / 1024, 'kilobyte'] : [bytes / 1_048_576, 'megabyte']
  const shape = { style: 'unit', unit, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(`${language}-u-nu-latn`, shape).format(Math.max(0.1, amount))
}
