// Without zod, which the first page of the wizard does not load.

/** The value of a decimal digit of any script. The digits of a script follow each other, from zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  // The mathematical digits are five sets without a gap.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}

/** The same text with the digits of every script as 0 to 9. */
export const withPlainDigits = (text: string) => text.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
