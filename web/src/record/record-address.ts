import { useEffect, useRef } from 'react'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { focusById } from '#ui/focus-by-id.ts'

/** The title of the page of a record. */
export const recordTitleId = 'record-title'

/**
 * The record that the address names, and the entry of its history if the page shows a past state. The focus moves to the
 * title when the same page shows another record or another state.
 */
export function useRecordAddress() {
  const { id: recordId, evento: eventId } = useSiteSearch()
  const shown = `${recordId} ${eventId}`
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    focusById(recordTitleId)
  }, [shown])
  return { recordId, eventId }
}
