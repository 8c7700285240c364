import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'

type Paged = Pick<
  UseInfiniteQueryResult<unknown>,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

interface Options {
  /** Rows on the page. */
  readonly count: number
  readonly query: Paged
  /** Selects the rows within the element of `ref`; each has a link. */
  readonly rowSelector: string
}

/** Loads further rows, and moves the focus to the first of them, since the pressed button may disappear. */
export function useMoreRows<E extends HTMLElement>({ count, query, rowSelector }: Options) {
  const ref = useRef<E>(null)
  const focusIndex = useRef<number>(undefined)
  useEffect(() => {
    if (focusIndex.current === undefined || count <= focusIndex.current) return
    ref.current?.querySelectorAll(rowSelector)[focusIndex.current]?.querySelector('a')?.focus()
    focusIndex.current = undefined
  }, [count, rowSelector])
  const handleMore = () => {
    focusIndex.current = count
    void query.fetchNextPage()
  }
  return { ref, handleMore }
}

interface Props {
  readonly query: Paged
  readonly text: string
  readonly onMore: () => void
}

/** The button that loads further rows, while there are some. */
export function MoreRows({ query, text, onMore }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <Alert kind="danger" announce="now">
          {t('toasts.failed')}
        </Alert>
      )}
      {query.hasNextPage && (
        <Button variant="secondary" pending={query.isFetchingNextPage} pendingText={t('site.loading')} onClick={onMore}>
          {text}
        </Button>
      )}
    </>
  )
}
