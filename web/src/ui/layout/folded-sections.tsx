import type { Elements } from '../elements.tsx'
import { focusOnClick } from '../focus-by-id.ts'
import { Icon } from '../icon.tsx'

export interface FoldedSection {
  readonly id: string
  readonly title: string
  readonly isOpen: boolean
  readonly children: Elements
}

export interface FoldedSectionsProps {
  /** The name of the list of contents. */
  readonly label: string
  readonly sections: readonly FoldedSection[]
  readonly onFold: (id: string, isOpen: boolean) => void
  /** Below the contents. */
  readonly actions?: Elements
}

const headingOf = (id: string) => `section-${id}`

/**
 * A long page in sections that open, with the list of its contents at the side, which opens a section and goes to it. Paper has all
 * sections open.
 */
export function FoldedSections({ label, sections, onFold, actions }: FoldedSectionsProps) {
  return (
    <div className="folded-sections">
      <div className="section-contents">
        <nav aria-label={label}>
          <ul className="plain-list">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${headingOf(id)}`} onClick={focusOnClick(headingOf(id), () => onFold(id, true))}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {actions}
      </div>
      <div>
        {sections.map((section) => (
          <Section key={section.id} section={section} onFold={onFold} />
        ))}
      </div>
    </div>
  )
}

function Section({
  section,
  onFold,
}: {
  readonly section: FoldedSection
  readonly onFold: FoldedSectionsProps['onFold']
}) {
  const { id, title, isOpen, children } = section
  const contentId = `${headingOf(id)}-content`
  return (
    <section className="folded-section" aria-labelledby={headingOf(id)}>
      <h2>
        <button
          type="button"
          id={headingOf(id)}
          className="section-fold"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => onFold(id, !isOpen)}
        >
          <span>{title}</span>
          <Icon name={isOpen ? 'it-collapse' : 'it-expand'} size="sm" />
        </button>
      </h2>
      <div id={contentId} className="section-content" hidden={!isOpen}>
        {children}
      </div>
    </section>
  )
}
