import { useMemo, useSyncExternalStore } from 'react'
import engine from './texts-engine.ts'

const spoken = () => engine.round

/** As react-i18next has it: `t` is a new function whenever the language or its form changes. */
export function useTranslation() {
  const round = useSyncExternalStore(engine.listen, spoken, spoken)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what makes it new
  return useMemo(() => ({ t: (...of: Parameters<typeof engine.t>) => engine.t(...of), i18n: engine }), [round])
}

export const initReactI18next = { type: '3rdParty' } as const
