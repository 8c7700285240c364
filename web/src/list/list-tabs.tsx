import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { PageTabs } from '#ui/layout/page-tabs.tsx'
import { type ListRow, type ListSource, type ListView, listTitleId } from './list.ts'
import { listHref } from './list-address.ts'

/** A part of a list, or a saved view of it. */
interface ListTab {
  readonly href: string
  readonly text: string
  readonly isCurrent: boolean
  /** How many rows it opens; undefined where that is not counted, or not yet. */
  readonly count?: { readonly count: number; readonly countIsMore?: boolean | undefined } | undefined
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly ListTab[]
  /** After the tabs, in their line. */
  readonly children?: Elements
}

/** The parts of a list as tabs with their counts; they are links, each with the address of what it shows. */
function TabLinks({ label, tabs, children }: TabsProps) {
  const { t } = useTranslation()
  const textOf = ({ count }: ListTab) =>
    count ? t(count.countIsMore ? 'list.tabs.more' : 'desk.number', { number: count.count }) : '…'
  return (
    <PageTabs label={label} tabs={tabs.map((tab) => ({ ...tab, count: textOf(tab) }))}>
      <span className="tab-list-end" role="status">
        {children}
      </span>
    </PageTabs>
  )
}

/** How old counts of tabs may become while a list is open, in milliseconds. */
export const tabCountMs = 30_000

interface Props<Row extends ListRow, F extends object> {
  readonly list: ListSource<Row, F>
  readonly view: ListView<Row, F>
  /** Filters, which are all that the list is narrowed by under their tab. */
  readonly parts: readonly (Pick<ListTab, 'text' | 'count'> & { readonly filters: F })[]
  /** Saved views of the list. */
  readonly saved?: readonly Omit<ListTab, 'isCurrent'>[]
  /** What the button is called that loads so many new rows. */
  readonly newerText: (count: number) => string
}

/** The parts of a list and its saved views, each with the number of rows that it opens, and a button for rows that came since. */
export function ListTabs<Row extends ListRow, F extends object>({
  list,
  view: { state, page },
  parts,
  saved = [],
  newerText,
}: Props<Row, F>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const here = listHref(list, { ...state, sealedId: undefined })
  const narrowedBy = listHref(list, { filters: state.filters })
  const ofParts = parts.map(({ filters, text, count }) => {
    const href = listHref(list, { filters })
    return { href, text, count, isCurrent: state.sealedId === undefined && href === narrowedBy }
  })
  const isPart = ofParts.some(({ isCurrent }) => isCurrent)
  const views = saved
    .filter(({ href }) => !ofParts.some((part) => part.href === href))
    .map((entry) => ({ ...entry, isCurrent: entry.href === here && !isPart }))
  const tabs = [...ofParts, ...views]
  // What has come since the rows were read: the counts are newer than they are.
  const shown = tabs.find(({ isCurrent }) => isCurrent)?.count
  const newer = shown && page && !page.countIsMore ? shown.count - page.count : 0
  const handleLoad = () => {
    void queryClient.invalidateQueries({ queryKey: list.queryKey })
    // The pressed button disappears with what it announced.
    focusById(listTitleId)
  }
  return (
    <TabLinks label={t('list.tabs.label')} tabs={tabs}>
      {newer > 0 && (
        <Button variant="secondary" size="sm" icon="it-refresh" onClick={handleLoad}>
          {newerText(newer)}
        </Button>
      )}
    </TabLinks>
  )
}
