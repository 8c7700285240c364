import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useSiteSearch } from '../page/site-search.ts'

/** The name of each tab in the address, the first tab first. */
type TabWords<Id extends string> = Readonly<Record<Id, string>>

const idsOf = <Id extends string>(words: TabWords<Id>) => Object.keys(words) as [Id, ...Id[]]

function tabOf<Id extends string>(words: TabWords<Id>, word: unknown): Id {
  const ids = idsOf(words)
  return ids.find((id) => words[id] === word) ?? ids[0]
}

const wordIn = <Id extends string>(words: TabWords<Id>, tab: Id) => (tab === idsOf(words)[0] ? undefined : words[tab])

/** The name of the current tab, for links to other records; undefined for the first tab. */
export function useTabWordOf<Id extends string>(words: TabWords<Id>): string | undefined {
  const { scheda } = useSiteSearch()
  return wordIn(words, tabOf(words, scheda))
}

/** The current tab. The address follows it without a new entry in the browser history. */
export function useTabInAddress<Id extends string>(
  words: TabWords<Id>,
  mayShow: (tab: Id) => boolean = () => true,
): [Id, (tab: Id) => void] {
  const router = useRouter()
  const { scheda } = useSiteSearch()
  const [tab, setTab] = useState(() => tabOf(words, scheda))
  const show = (next: Id) => {
    setTab(next)
    void router.navigate({
      to: '.',
      search: (search: object) => ({ ...search, scheda: wordIn(words, next) }),
      replace: true,
      resetScroll: false,
      // The page stays mounted, so no input is lost.
      ignoreBlocker: true,
    })
  }
  return [mayShow(tab) ? tab : idsOf(words)[0], show]
}
