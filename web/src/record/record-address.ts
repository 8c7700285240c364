import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { focusById } from '#ui/focus-by-id.ts'

/** The title of the page of a record. */
export const recordTitleId = 'record-title'

const asId = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/**
 * The record that the address names, and the entry of its history if the page shows a past state. The focus moves to the
 * title when the same page shows another record or another state.
 */
export function useRecordAddress() {
  const { id, evento } = useSearch({ strict: false }) as { id?: unknown; evento?: unknown }
  const [recordId, eventId] = [asId(id), asId(evento)]
  const shown = `${recordId} ${eventId}`
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    focusById(recordTitleId)
  }, [shown])
  return { recordId, eventId }
}
