import { limits, type Page } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { ListPlace, PageKeys } from './list.ts'

type AnyPage = Page<unknown>

interface BeyondProps {
  readonly page: AnyPage | undefined
  readonly place: ListPlace
  /** The address of another page of the list. */
  readonly href: (number: number) => string
  /** Rows of a page. */
  readonly size?: number
}

/** For a page number that the list does not reach: the text, and the way to the last page. Undefined where the page exists. */
export function useBeyondEnd({ page, place, href, size = limits.page.rows }: BeyondProps) {
  const { t } = useTranslation()
  if (!page || page.rows.length > 0 || page.count === 0 || place.page === 1) return undefined
  // Where more rows exist than are counted, the last page is not known.
  const last = page.countIsMore ? 1 : Math.ceil(page.count / size)
  return {
    emptyText: t('desk.noSuchPage', { page: place.page }),
    emptyNext: (
      <p>
        <NavLink href={href(last)}>
          {page.countIsMore ? t('desk.firstPage') : t('desk.lastPage', { page: last })}
        </NavLink>
      </p>
    ),
  }
}

interface PagesProps {
  readonly page: AnyPage
  readonly place: ListPlace
  readonly href: (number: number, keys: PageKeys) => string
  /** While the page of another place is still on show: its keys lead nowhere from here. */
  readonly isStale?: boolean
  /** Rows of a page. */
  readonly size?: number
}

export function ListPages({ page, place, href, isStale = false, size = limits.page.rows }: PagesProps) {
  const { t } = useTranslation()
  const counted = Math.ceil(page.count / size)
  // Beyond the exact count one goes on page by page, as long as pages are full.
  const isFull = page.rows.length === size
  const pageCount = page.countIsMore ? Math.max(counted, place.page + (isFull ? 1 : 0)) : counted
  return (
    <Pagination
      page={place.page}
      pageCount={pageCount}
      href={(number) => href(number, isStale ? {} : page)}
      texts={{
        label: t('desk.pages'),
        previous: t('desk.previous'),
        next: t('desk.next'),
        page: (number) => t('desk.page', { page: number }),
      }}
    />
  )
}
