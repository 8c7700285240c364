import type { Page } from '@portal/contract'
import { hashKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type Ref, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'

type AnyPage = Page<unknown>

function rangeText(t: TFunction, { from, rows, count, countIsMore }: AnyPage) {
  if (rows.length === 0) return count === 0 ? t('desk.rangeEmpty') : t('desk.rangeBeyond', { count })
  return t(countIsMore ? 'desk.rangeMore' : 'desk.range', { from, to: from + rows.length - 1, count })
}

interface RangeProps {
  readonly page: AnyPage | undefined
  /** Counts all rows, however many; asked for only where there are more than were counted, and somebody wants to know. */
  readonly exactCount?: UseQueryOptions<number, Error, number, readonly unknown[]> | undefined
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

interface CountedProps extends RangeProps {
  readonly exactCount: NonNullable<RangeProps['exactCount']>
}

function CountedRange({ page, exactCount }: CountedProps) {
  const { t } = useTranslation()
  const line = useRef<HTMLParagraphElement>(null)
  // Other filters are another count, which nobody has requested yet.
  const key = hashKey(exactCount.queryKey)
  const [requestedKey, setRequestedKey] = useState<string>()
  const counted = useQuery({ ...exactCount, enabled: requestedKey === key, meta: { isHandled: true } })
  const isOpen = page?.countIsMore && counted.data === undefined
  const handleClick = () => {
    setRequestedKey(key)
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
