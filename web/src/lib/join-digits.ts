/**
 * The wire takes digits only; people set them apart as they are used to: (06) 1234.567-8. Address books add direction
 * marks that nobody sees.
 */
export const joinDigits = (text: string) =>
  text
    .replace(/[\p{Cf}()]/gu, '')
    .trim()
    .replace(/(\d)[\s.-]+(?=\d)/g, '$1')
