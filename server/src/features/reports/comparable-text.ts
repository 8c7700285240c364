import { fold } from '#platform/protection/fold.ts'

/** A text as it is compared with earlier ones: neither capitals nor accents nor spaces make a difference. */
export const comparable = (text: string) => fold(text).replace(/\s+/g, ' ').trim()
