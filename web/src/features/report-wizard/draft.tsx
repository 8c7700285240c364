import { type FormFieldError, languageOf } from '@portal/contract'
import { createContext, use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { pageLanguage } from '#lib/i18n/page-language.ts'
import { office } from '#lib/page/page-settings.ts'
import type { Elements } from '#ui/elements.tsx'
import { createDraftStore, type DraftState, type DraftStore } from './draft-store.ts'
import { readReport } from './steps.ts'

/** A tab writes one report at a time, on whatever page of the site it is. */
export const draftStore = createDraftStore({ slug: office.slug, language: pageLanguage })

interface DraftContextValue
  extends DraftState,
    Pick<DraftStore, 'set' | 'setServerErrors' | 'finish' | 'hideReceipt' | 'reset' | 'touch' | 'lapse'> {
  /** Every error of the draft as it stands, the server's among them until their fields change. */
  readonly fieldErrors: readonly FormFieldError[]
}

const DraftContext = createContext<DraftContextValue | undefined>(undefined)

export function DraftProvider({ children, store = draftStore }: { children: Elements; store?: DraftStore }) {
  const state = useSyncExternalStore(store.subscribe, store.get, store.getUnwritten)
  useAnswerInPageLanguage(store)
  const value = useMemo<DraftContextValue>(() => {
    const own = readReport(state.draft).fieldErrors
    const serverErrors = state.serverErrors.filter(({ key }) => !own.some((fieldError) => fieldError.key === key))
    return { ...store, ...state, fieldErrors: [...own, ...serverErrors] }
  }, [state, store])
  return <DraftContext value={value}>{children}</DraftContext>
}

function useAnswerInPageLanguage(store: DraftStore) {
  const language = languageOf(useTranslation().i18n.language)
  const last = useRef(language)
  useEffect(() => {
    if (last.current !== language) store.followLanguage(last.current, language)
    last.current = language
  }, [language, store])
}

export function useDraft(): DraftContextValue {
  const value = use(DraftContext)
  if (!value) throw new Error('useDraft needs a DraftProvider around it.')
  return value
}
