import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'

/** How the app moves to another of its pages; without it links are plain links. */
export const NavigateContext = createContext<((href: string) => void) | undefined>(undefined)

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

export type NavLinkProps = ComponentProps<'a'> & { href: string }

/** A link inside the site: the app's router follows it on a plain click, the browser on any other. */
export function NavLink({ onClick, ...props }: NavLinkProps) {
  const navigate = useContext(NavigateContext)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!navigate || event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(props.href)
  }
  // biome-ignore-start lint/a11y: NavLinkProps demands a href, so this is a link in full
  return <a {...props} onClick={handleClick} />
  // biome-ignore-end lint/a11y: as above
}
