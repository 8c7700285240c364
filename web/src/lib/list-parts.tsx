import { limits, type Page } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Pagination } from '#ui/pagination.tsx'
import type { ListPlace } from './list-place.ts'

type AnyPage = Page<unknown>

function rangeText(t: TFunction, { from, rows, count, countIsMore }: AnyPage) {
  if (rows.length === 0) return t('desk.rangeEmpty')
  return t(countIsMore ? 'desk.rangeMore' : 'desk.range', { from, to: from + rows.length - 1, count })
}

/** Which rows of how many. There from the start, though empty: a status that comes with its words is not read out. */
export function ListRange({ page }: { page: AnyPage | undefined }) {
  const { t } = useTranslation()
  return (
    <p className="list-range figures" role="status">
      {page && rangeText(t, page)}
    </p>
  )
}

interface PagesProps {
  readonly page: AnyPage
  readonly place: ListPlace
  readonly href: (wanted: number) => string
  /** Rows of a page. */
  readonly size?: number
}

export function ListPages({ page, place, href, size = limits.page.rows }: PagesProps) {
  const { t } = useTranslation()
  const counted = Math.ceil(page.count / size)
  // Beyond the exact count one goes on page by page, as long as pages are full.
  const isFull = page.rows.length === size
  const pageCount = page.countIsMore ? Math.max(counted, place.page + (isFull ? 1 : 0)) : counted
  return (
    <Pagination
      page={place.page}
      pageCount={pageCount}
      href={href}
      texts={{
        label: t('desk.pages'),
        previous: t('desk.previous'),
        next: t('desk.next'),
        page: (number) => t('desk.page', { page: number }),
      }}
    />
  )
}
