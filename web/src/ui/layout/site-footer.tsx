import type { ReactNode } from 'react'
import { ExternalLink } from './external-link.tsx'
import { NavLink } from './nav-link.tsx'

export interface FooterLink {
  text: string
  href: string
  /** For a link to another site: what is said after its name, and the language of the name where it is not the page's. */
  elsewhere?: { hint: string; lang: string | undefined } | undefined
}

export interface FooterColumn {
  title: string
  links: readonly FooterLink[]
}

export interface SiteFooterProps {
  /** The office and the department it belongs to. */
  children: ReactNode
  columns: readonly FooterColumn[]
  smallPrint: ReactNode
}

export function SiteFooter({ children, columns, smallPrint }: SiteFooterProps) {
  return (
    <footer className="it-footer">
      <div className="it-footer-main">
        <div className="container footer-columns">
          <div>{children}</div>
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {links.map((link) => (
                  <li key={link.href}>
                    <FooterEntry {...link} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
      <div className="it-footer-small-prints">
        <div className="container">{smallPrint}</div>
      </div>
    </footer>
  )
}

/** Pages of the site begin with its path; telephones and mailboxes are the browser's own. */
function FooterEntry({ text, href, elsewhere }: FooterLink) {
  if (elsewhere)
    return (
      <ExternalLink href={href} {...elsewhere}>
        {text}
      </ExternalLink>
    )
  if (href.startsWith('/')) return <NavLink href={href}>{text}</NavLink>
  return (
    <a href={href}>
      <bdi dir="ltr">{text}</bdi>
    </a>
  )
}
