import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

export interface ExternalLinkProps {
  href: string
  children: ReactNode
  /** Read out after the name, for users who do not see the symbol. */
  hint: string
  /** Language of the name, where it is not the page's. */
  lang?: string | undefined
  className?: string | undefined
}

/** A link to another site, and marked as one. It opens in place: 'back' leads home. */
export function ExternalLink({ href, children, hint, lang, className }: ExternalLinkProps) {
  return (
    <a href={href} rel="external noopener noreferrer" className={classNames('external-link', className)}>
      <span>
        <span lang={lang} dir={lang && 'ltr'}>
          {children}
        </span>
      </span>
      <Icon name="it-external-link" size="xs" className="external-mark" />
      <span className="visually-hidden">{` ${hint}`}</span>
    </a>
  )
}
