import { fold } from '#platform/protection/fold.ts'

/** Normalizes a text for comparison: ignores capitals, accents and spaces. */
export const normalizeText = (text: string) => fold(text).replace(/\s+/g, ' ').trim()
