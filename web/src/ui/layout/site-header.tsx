import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import type { Elements } from '../elements.tsx'
import { Icon } from '../icon.tsx'
import { ExternalLink } from './external-link.tsx'
import { NavLink } from './nav-link.tsx'

export interface NavItem {
  text: string
  href: string
  isCurrent?: boolean | undefined
}

export interface SiteHeaderProps {
  /** A site of its own; `hint` is said after its name. */
  department: { text: string; href: string; hint: string; lang: string | undefined }
  office: { tag: string; name: ReactNode; tagline: ReactNode; href: string }
  phone: { label: string; number: string; href: string }
  nav: { label: string; menuText: string; items: readonly NavItem[] }
  /** At the end of the slim bar: the choice of language. */
  slim?: Elements
  /** Beside the telephone: 'Esci subito'. On narrow screens put it into a `.bottom-bar` as well. */
  actions?: Elements
}

/** The public side's head: department, office, telephone, and the way about. */
export function SiteHeader({ department, office, phone, nav, slim, actions }: SiteHeaderProps) {
  return (
    <header>
      <div className="site-slim">
        <div className="container site-row">
          <ExternalLink
            className="site-department"
            href={department.href}
            hint={department.hint}
            lang={department.lang}
          >
            {department.text}
          </ExternalLink>
          {slim}
        </div>
      </div>
      <div className="site-center">
        <div className="container site-row">
          <NavLink href={office.href} className="site-brand">
            <span className="site-mark">{office.tag}</span>
            <span>
              <span className="site-name">{office.name}</span>
              <span className="site-tagline">{office.tagline}</span>
            </span>
          </NavLink>
          <div className="site-tools">
            <a href={phone.href} className="site-phone">
              <Icon name="it-telephone" size="md" />
              <span>
                <bdi className="site-phone-number" dir="ltr">
                  {phone.number}
                </bdi>
                <span className="site-phone-label">{phone.label}</span>
              </span>
            </a>
            {actions}
          </div>
        </div>
      </div>
      <SiteNav {...nav} />
    </header>
  )
}

function SiteNav({ label, menuText, items }: SiteHeaderProps['nav']) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <nav className="site-nav" aria-label={label} onKeyDown={handleKey}>
      <div className="container">
        <button
          ref={button}
          type="button"
          className="btn site-menu-button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'it-close' : 'it-burger'} />
          <span>{menuText}</span>
        </button>
        <ul id={listId} className={classNames(!isOpen && 'site-nav-closed')}>
          {items.map(({ text, href, isCurrent }) => (
            <li key={href}>
              <NavLink href={href} aria-current={isCurrent ? 'page' : undefined} onClick={() => setOpen(false)}>
                {text}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
