import { limits, type Page } from '@portal/contract'
import { hashKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { ListPlace, PageKeys } from './list-place.ts'

type AnyPage = Page<unknown>

function rangeText(t: TFunction, { from, rows, count, countIsMore }: AnyPage) {
  if (rows.length === 0) return count === 0 ? t('desk.rangeEmpty') : t('desk.rangeBeyond', { count })
  return t(countIsMore ? 'desk.rangeMore' : 'desk.range', { from, to: from + rows.length - 1, count })
}

interface RangeProps {
  readonly page: AnyPage | undefined
  /** Counts all rows, however many; asked only where there are more than are told, and somebody wants to know. */
  readonly exactCount?: UseQueryOptions<number, Error, number, readonly unknown[]>
}

/** Which rows of how many. There from the start, though empty: a status that comes with its words is not read out. */
export function ListRange({ page, exactCount }: RangeProps) {
  return exactCount ? <CountedRange page={page} exactCount={exactCount} /> : <RangeLine page={page} />
}

function RangeLine({ page, ref }: { page: AnyPage | undefined; ref?: Ref<HTMLParagraphElement> }) {
  const { t } = useTranslation()
  return (
    <p className="list-range figures" role="status" tabIndex={-1} ref={ref}>
      {page && rangeText(t, page)}
    </p>
  )
}

function CountedRange({ page, exactCount }: Required<RangeProps>) {
  const { t } = useTranslation()
  const line = useRef<HTMLParagraphElement>(null)
  // Other filters are another count, which nobody has asked for yet.
  const wanted = hashKey(exactCount.queryKey)
  const [asked, setAsked] = useState<string>()
  const counted = useQuery({ ...exactCount, enabled: asked === wanted, meta: { isHandled: true } })
  const isOpen = page?.countIsMore && counted.data === undefined
  const handleClick = () => {
    setAsked(wanted)
    if (counted.isError) void counted.refetch()
    // The button goes when the count comes.
    line.current?.focus()
  }
  return (
    <>
      <RangeLine
        ref={line}
        page={page?.countIsMore && counted.data ? { ...page, count: counted.data, countIsMore: false } : page}
      />
      {isOpen && (
        <Button
          variant="quiet"
          size="sm"
          pending={counted.isFetching}
          pendingText={t('desk.counting')}
          onClick={handleClick}
        >
          {t('desk.countAll')}
        </Button>
      )}
      {isOpen && counted.isError && !counted.isFetching && <p role="alert">{t('desk.countFailed')}</p>}
    </>
  )
}

interface BeyondProps {
  readonly page: AnyPage | undefined
  readonly place: ListPlace
  /** The address of another page of the list. */
  readonly href: (wanted: number) => string
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
  readonly href: (wanted: number, keys: PageKeys) => string
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
      href={(wanted) => href(wanted, isStale ? {} : page)}
      texts={{
        label: t('desk.pages'),
        previous: t('desk.previous'),
        next: t('desk.next'),
        page: (number) => t('desk.page', { page: number }),
      }}
    />
  )
}
