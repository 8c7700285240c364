/** As people write it, in capitals or not (specification 2 §5). */
const isTaxCode = (text: string) => /^[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]$/i.test(text)

/** Whether something was given that is no tax code. */
export const isNoTaxCode = (text: string | undefined) => text !== undefined && !isTaxCode(text)
