import {
  type CaseKey,
  insertDiscriminationMode,
  insertHashtag,
  mayEnter,
  type ReferenceItem,
  type ReferenceList,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useNewChoice } from '#form/choices.ts'
import { call } from '#lib/api/call.ts'
import { tellRefusal } from '#lib/api/tell-refusal.ts'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'

type Insert = (label: string) => Promise<ReferenceItem>
type Create = (label: string) => Promise<ReferenceItem | undefined>

/** Makes a new entry and puts it into the lists that have come. */
function useInsert(list: ReferenceList, insert: Insert): Insert {
  const addChoice = useNewChoice()
  return async (label) => {
    const made = await insert(label)
    addChoice(list, made)
    return made
  }
}

/** How a new entry of the list is made that lines of a field choose from; fields of which none can be made are left out. */
export function useNewEntries(): Partial<Record<CaseKey, Create>> {
  const insert = useInsert('hashtag', (label) => call(insertHashtag, { body: { label } }))
  const createHashtag: Create = (typed) =>
    insert(`#${typed.replace(/^#+/, '')}`).catch((error: Error) => {
      tellRefusal(error)
      return undefined
    })
  return { hashtags: createHashtag }
}

interface NewChoices {
  readonly wire: string
  readonly create: Insert
  readonly texts: { readonly open: string; readonly title: string; readonly label: string }
}

/** The same for fields that are one choice, for those who keep their lists. */
export function useNewChoices(): Partial<Record<CaseKey, NewChoices>> {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const insert = useInsert('discrimination_mode', (label) => call(insertDiscriminationMode, { body: { label } }))
  if (!mayEnter('administration', selectedRole)) return {}
  const create: Insert = async (label) => {
    const made = await insert(label)
    notify({ kind: 'success', body: t('newMode.inserted') })
    return made
  }
  const texts = { open: t('newMode.open'), title: t('newMode.title'), label: t('newMode.label') }
  return { modeId: { wire: 'modalita_discriminazione', create, texts } }
}
