/** Upper or lower case (specification 2 §5). */
const isTaxCode = (text: string) => /^[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]$/i.test(text)

/** True for a text that is not a tax code; false for an absent one. */
export const isNoTaxCode = (text: string | undefined) => text !== undefined && !isTaxCode(text)
