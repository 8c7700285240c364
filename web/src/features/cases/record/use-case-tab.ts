import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaseTabId } from './case-detail-tabs.tsx'

/** The name of each tab in the address. */
const tabWords = {
  facts: 'fatto',
  people: 'persone',
  classification: 'classificazione',
  handling: 'azioni',
  documents: 'documenti',
  messages: 'messaggi',
  history: 'storico',
  seen: 'visto',
} as const satisfies Record<CaseTabId, string>

const tabIds = Object.keys(tabWords) as CaseTabId[]

/** The tab named by the address, else the first. */
const tabInAddress = (word: unknown): CaseTabId => tabIds.find((id) => tabWords[id] === word) ?? 'facts'

/** The name of the current tab, for links to other cases; undefined for the first tab. */
export function useTabWord(): string | undefined {
  const { scheda } = useSearch({ strict: false }) as { scheda?: unknown }
  const tab = tabInAddress(scheda)
  return tab === 'facts' ? undefined : tabWords[tab]
}

/** The current tab. The address follows it without a new entry in the browser history. */
export function useCaseTab(mayShow: (tab: CaseTabId) => boolean): [CaseTabId, (tab: CaseTabId) => void] {
  const router = useRouter()
  const { scheda } = useSearch({ strict: false }) as { scheda?: unknown }
  const [tab, setTab] = useState(() => tabInAddress(scheda))
  const show = (next: CaseTabId) => {
    setTab(next)
    const word = next === 'facts' ? undefined : tabWords[next]
    void router.navigate({
      to: '.',
      search: (search: object) => ({ ...search, scheda: word }),
      replace: true,
      resetScroll: false,
      // The page stays mounted, so no input is lost.
      ignoreBlocker: true,
    } as never)
  }
  return [mayShow(tab) ? tab : 'facts', show]
}
