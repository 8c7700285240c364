import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** Words to search sealed values by; the number of words is limited because each costs dozens of keyed tokens. */
export const searchWords = z.string().check(
  z.maxLength(200),
  z.refine((text) => text.split(/\s+/).filter(Boolean).length <= limits.searchWords, 'troppe_parole'),
)
