import { paths } from '@portal/contract'
import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { siteHref } from '#lib/page/page-settings.ts'
import { stepHref, stepOrder } from './steps.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of an entry of the wizard: its page and those of the wizard's entries right below it, the lowest first. */
    readonly wizardTrail?: readonly string[]
  }
}

/** Whole paths are read without their origin: pages are written beforehand where there is none. */
const urlOf = (href: string) => new URL(href, 'http://site')
const pathOf = (href: string) => urlOf(href).pathname
const languageIn = (href: string) => urlOf(href).searchParams.get('lang')

/** The wizard's pages in order, in whatever language. */
const pages = () => [...stepOrder.map(stepHref), siteHref(paths.reportSuccess)].map(pathOf)
const rankOf = (href: string) => pages().indexOf(pathOf(href))
export const isOfWizard = (href: string) => rankOf(href) >= 0

const trailOf = ({ location }: RouterHistory): readonly string[] =>
  location.state.wizardTrail ?? [pathOf(location.href)]

/** How the browser's history follows a move within the wizard. */
export interface Move {
  /** Entries to walk back first. */
  readonly back: number
  readonly as: 'push' | 'replace'
  readonly trail: readonly string[]
}

/**
 * A later step is pushed, an earlier one is walked back to: the entries are always steps in their order. A sent report
 * leaves one entry below its receipt.
 */
export function moveTo(trail: readonly string[], href: string): Move {
  const rank = rankOf(href)
  const isLater = rank > rankOf(trail.at(-1) ?? '')
  const isReceipt = rank === pages().length - 1
  const below = isReceipt ? trail.slice(0, 1) : trail.filter((page) => rankOf(page) < rank)
  const as = isLater ? 'push' : 'replace'
  const current = as === 'push' ? below.length - 1 : below.length
  return { back: Math.max(0, trail.length - 1 - current), as, trail: [...below, pathOf(href)] }
}

function inLanguage(href: string, language: string | null) {
  const url = urlOf(href)
  if (language === null) url.searchParams.delete('lang')
  else url.searchParams.set('lang', language)
  return `${url.pathname}${url.search}`
}

/** Moves within the wizard so that 'back' leads one step back; what 'back' leads to speaks the language chosen last. */
function watchHistory(history: RouterHistory) {
  let arrive: (() => void) | undefined
  let language = languageIn(history.location.href)
  return {
    go(href: string) {
      // A navigation is in progress: a second press is ignored, so two presses go one step back.
      if (arrive) return
      const { back, as, trail } = moveTo(trailOf(history), href)
      const move = () => history[as](href, { wizardTrail: trail })
      if (back === 0) return move()
      arrive = move
      history.go(-back)
    },
    start: () =>
      history.subscribe(({ location, action }) => {
        const isWalk = action.type !== 'PUSH' && action.type !== 'REPLACE'
        const move = arrive
        arrive = undefined
        if (isWalk && move) move()
        else if (isWalk && isOfWizard(location.href) && languageIn(location.href) !== language)
          history.replace(inLanguage(location.href, language), location.state)
        else language = languageIn(location.href)
      }),
  }
}

export function useWizardHistory(): (href: string) => void {
  const { history } = useRouter()
  const [{ go, start }] = useState(() => watchHistory(history))
  useEffect(start, [start])
  return go
}
