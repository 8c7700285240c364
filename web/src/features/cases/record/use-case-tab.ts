import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaseTabId } from './case-detail-tabs.tsx'

/** What the address calls each tab. */
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

/** The tab of a case as its address has it; the first where it has none. */
const tabInAddress = (word: unknown): CaseTabId => tabIds.find((id) => tabWords[id] === word) ?? 'facts'

/** The tab of the page in the words of the address, for links to other cases; undefined on the first. */
export function useTabWord(): string | undefined {
  const { scheda } = useSearch({ strict: false }) as { scheda?: unknown }
  const tab = tabInAddress(scheda)
  return tab === 'facts' ? undefined : tabWords[tab]
}

/** The tab on show. The address follows it, without an entry of its own in the history of the browser. */
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
      // The page stays: nothing that is being written is left.
      ignoreBlocker: true,
    } as never)
  }
  return [mayShow(tab) ? tab : 'facts', show]
}
