import { useTranslation } from 'react-i18next'
import type { Elements } from '#ui/elements.tsx'
import { PageTabs } from '#ui/layout/page-tabs.tsx'

/** A part of a list, or a saved view of it. */
export interface ListTab {
  readonly href: string
  readonly text: string
  readonly isCurrent: boolean
  /** How many rows it opens; undefined where that is not counted, or not yet. */
  readonly count?: { readonly count: number; readonly countIsMore?: boolean | undefined } | undefined
}

interface Props {
  readonly label: string
  readonly tabs: readonly ListTab[]
  /** After the tabs, in their line. */
  readonly children?: Elements
}

/** The parts of a list as tabs with their counts; they are links, each with the address of what it shows. */
export function ListTabs({ label, tabs, children }: Props) {
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
