import { insertHashtag, type ReferenceItem, type ReferenceList } from '@portal/contract'
import { useNewChoice } from '#form/choices.ts'
import { call } from '#lib/api/call.ts'
import { fieldErrorText } from '#lib/api/field-errors.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { notify } from '#lib/page/notices.ts'

export type Insert = (label: string) => Promise<ReferenceItem>
/** Gives nothing where the entry cannot be made, and says why. */
export type Create = (label: string) => Promise<ReferenceItem | undefined>

/** Makes a new entry and puts it into the lists that have come. */
export function useInsert(list: ReferenceList, insert: Insert): Insert {
  const addChoice = useNewChoice()
  return async (label) => {
    const made = await insert(label)
    addChoice(list, made)
    return made
  }
}

/** Makes a hashtag, with its sign whether it was typed or not; one that exists is taken. */
export function useNewHashtag(): Create {
  const insert = useInsert('hashtag', (label) => call(insertHashtag, { body: { label } }))
  return (typed) =>
    insert(`#${typed.replace(/^#+/, '')}`).catch((error: Error) => {
      const reason = fieldErrorText(error, 'hashtag')
      if (reason) notify({ kind: 'error', body: reason })
      else notifyError(error)
      return undefined
    })
}
