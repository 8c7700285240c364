import type { ReactNode } from 'react'

export interface FooterColumn {
  title: string
  links: readonly { text: string; href: string }[]
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
                {links.map(({ text, href }) => (
                  <li key={href}>
                    <a href={href}>{text}</a>
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
