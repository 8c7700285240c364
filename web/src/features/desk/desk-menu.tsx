import { homeOf, mayOpen, ownTurnInAddress, paths, pendingInAddress, type Role, type SitePath } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBadges, useRegisterCounts } from '#lib/backoffice/badges.ts'
import { deskPlace, readFromTab, writeToTab } from '#lib/drafts/tab-store.ts'
import { basePath, siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { GroupedMenu, type LeftMenuItem } from '#ui/layout/left-menu.tsx'

const menuGroups = ['work', 'people', 'register', 'office'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** Folded until somebody uses them, except where the role has its home among them. */
const folding: ReadonlySet<MenuGroup> = new Set(['register', 'office'])
const place = () => deskPlace('menu')

/** What narrows a page to the records that its counter counts. Not in the table of pages, which public pages load. */
const queries = {
  pending: () => pendingInAddress,
  toDecide: () => ({ da_decidere: '1' }),
  ownTurn: ownTurnInAddress,
} as const satisfies Record<string, (role: Role) => Readonly<Record<string, string>>>

/** The letter that leads to the home of the role after `g`. */
export const homeKey = 'h'

/** The menu shows it to roles that may open the page. */
export interface MenuEntry {
  readonly path: SitePath
  readonly group: MenuGroup
  readonly text: ParseKeys
  /** The letter that leads there after `g`. */
  readonly key: string
  /** Which counter tells how many wait there. */
  readonly counter?: 'total' | 'toAssign' | 'assigned' | 'rights' | 'mails' | 'waiting'
  /** What narrows the page to the records that the counter counts, in its address. */
  readonly query?: keyof typeof queries
  /** Its counter is shown only while something waits there. */
  readonly hidesNone?: true
}

/** Pages that belong to an entry although their specified path is elsewhere (specification 2 §2): the path of that entry. */
const elsewhere = [
  [paths.myCaseStartToo, paths.myCaseStart],
  [paths.batchStart, paths.batch],
] as const

/** Whether a page is the page of an entry or belongs to it. */
const isBelow = (start: string, path: string) =>
  elsewhere.reduce((known, [other, own]) => known.replace(other, own), path).startsWith(start.replace(/\/lista$/, ''))

/** The entry that a page belongs to: the nearest, where the address of one entry is below that of another. */
const entryOf = (entries: readonly MenuEntry[], path: string) =>
  entries
    .filter((entry) => isBelow(entry.path, path))
    .sort((one, other) => other.path.length - one.path.length)
    .at(0)

/** How many records the list of an entry holds. */
function useCounts(): Readonly<Partial<Record<NonNullable<MenuEntry['counter']>, number | undefined>>> {
  const waiting = useRegisterCounts()?.waiting
  return { ...useBadges(), ...(waiting !== undefined && { waiting }) }
}

/** The menu of the desk: home, and what the role may open, in groups of which the last two are folded until they are used. */
export function DeskMenu({ entries, onFollow }: { entries: readonly MenuEntry[]; onFollow?: () => void }) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const counts = useCounts()
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(basePath, '') })
  const [opened, setOpened] = useState<readonly MenuGroup[]>(() => readFromTab(place()) ?? [])
  const home = homeOf(selectedRole) ?? paths.deskHome
  const current = entryOf(entries, path)
  const homeGroup = entries.find((entry) => entry.path === home)?.group
  const toggle = (group: MenuGroup) => (isOpen: boolean) => {
    const others = opened.filter((other) => other !== group)
    const next = isOpen ? [...others, group] : others
    writeToTab(place(), next)
    setOpened(next)
  }
  const itemOf = ({ path: start, text, key, counter, query, hidesNone }: MenuEntry): LeftMenuItem => {
    const count = counter && counts[counter]
    return {
      text: t(text),
      href: siteHref(start, query && queries[query](selectedRole)),
      title: t('deskKeys.goTo', { key }),
      isCurrent: start === current?.path,
      onFollow,
      count: counter !== undefined &&
        count !== undefined &&
        !(hidesNone && count === 0) && { value: count, hiddenText: t(`desk.counters.${counter}`, { count }) },
    }
  }
  const shown = entries.filter((entry) => entry.path !== home && mayOpen(entry.path, selectedRole))
  const groups = menuGroups.flatMap((group) => {
    const own = shown.filter((entry) => entry.group === group)
    const isFolding = folding.has(group) && group !== homeGroup
    // The current page is never out of sight.
    const isOpen = opened.includes(group) || (current?.group === group && current.path !== home)
    const fold = isFolding ? { isOpen, onToggle: toggle(group) } : undefined
    return own.length > 0 ? [{ title: t(`desk.groups.${group}`), items: own.map(itemOf), fold }] : []
  })
  const first = {
    text: t('desk.home'),
    href: siteHref(home),
    title: t('deskKeys.goTo', { key: homeKey }),
    isCurrent: path === home,
    onFollow,
  }
  return <GroupedMenu label={t('desk.menu')} first={[first]} groups={groups} />
}
