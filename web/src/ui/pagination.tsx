import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { NavLink } from './layout/nav-link.tsx'

export interface PaginationProps {
  page: number
  pageCount: number
  href: (page: number) => string
  texts: { label: string; previous: string; next: string; page: (page: number) => string }
}

/** The first, the last, and the neighbours of the current page; 'gap' where some are left out. */
export function pagesToShow(page: number, pageCount: number): (number | 'gap')[] {
  const wanted = [1, page - 1, page, page + 1, pageCount].filter((one) => one >= 1 && one <= pageCount)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((one, index) => {
    const before = pages[index - 1]
    if (before === undefined || one === before + 1) return [one]
    return one === before + 2 ? [before + 1, one] : ['gap' as const, one]
  })
}

const isInside = (index: number, { length }: readonly unknown[]) => index > 0 && index < length - 1

/** A neighbour of the current page gives way on narrow screens where a gap beside it says so. */
const isNear = (index: number, page: number, shown: readonly (number | 'gap')[]) =>
  shown[index] !== page && isInside(index, shown) && (shown[index - 1] === 'gap' || shown[index + 1] === 'gap')

export function Pagination({ page, pageCount, href, texts }: PaginationProps) {
  if (pageCount <= 1) return null
  const shown = pagesToShow(page, pageCount)
  return (
    <nav className="pagination-wrapper" aria-label={texts.label}>
      <ul className="pagination">
        <Turn text={texts.previous} icon="it-chevron-left" href={page > 1 ? href(page - 1) : undefined} />
        {shown.map((one, index) =>
          one === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: there are at most two gaps, and they never move past each other
            <li key={`gap-${index}`} className="page-item">
              <span className="page-link page-gap" aria-hidden="true">
                …
              </span>
            </li>
          ) : (
            <li key={one} className={classNames('page-item', isNear(index, page, shown) && 'page-near')}>
              <NavLink
                className="page-link"
                href={href(one)}
                aria-label={texts.page(one)}
                aria-current={one === page ? 'page' : undefined}
              >
                {one}
              </NavLink>
            </li>
          ),
        )}
        <Turn text={texts.next} icon="it-chevron-right" href={page < pageCount ? href(page + 1) : undefined} />
      </ul>
    </nav>
  )
}

interface TurnProps {
  text: string
  icon: 'it-chevron-left' | 'it-chevron-right'
  href: string | undefined
}

function Turn({ text, icon, href }: TurnProps) {
  return (
    <li className="page-item">
      {href === undefined ? (
        <span className="page-link page-off" aria-hidden="true">
          <Icon name={icon} />
        </span>
      ) : (
        <NavLink className="page-link" href={href} aria-label={text}>
          <Icon name={icon} />
        </NavLink>
      )}
    </li>
  )
}
