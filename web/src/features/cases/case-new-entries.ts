import { type CaseKey, insertHashtag, type ReferenceItem } from '@portal/contract'
import { useNewChoice } from '#form/choices.ts'
import { call } from '#lib/call.ts'
import { tellRefusal } from '#lib/tell-refusal.ts'

type Create = (label: string) => Promise<ReferenceItem | undefined>

/** How a new entry of the list is made that lines of a field choose from; fields of which none can be made are left out. */
export function useNewEntries(): Partial<Record<CaseKey, Create>> {
  const addChoice = useNewChoice()
  const createHashtag: Create = async (typed) => {
    try {
      const made = await call(insertHashtag, { body: { label: `#${typed.replace(/^#+/, '')}` } })
      addChoice('hashtag', made)
      return made
    } catch (error) {
      tellRefusal(error as Error)
      return undefined
    }
  }
  return { hashtags: createHashtag }
}
