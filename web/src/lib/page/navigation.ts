import { use } from 'react'
import { NavigateContext } from '#ui/layout/nav-link.tsx'

/** Moves to another page of the site by its whole path. */
export function useGo(): (href: string) => void {
  return use(NavigateContext) ?? ((href) => location.assign(href))
}
