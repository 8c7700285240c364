import { useEffect, useRef } from 'react'
import { focusById } from '#ui/focus-by-id.ts'
import { lostId } from './edit-notes.tsx'
import type { EditState } from './edit-state.ts'
import { mergeTitleId } from './merge-panel.tsx'

type Phase = EditState<unknown, unknown>['phase']

interface Places {
  readonly titleId: string
  /** The element around the fields. */
  readonly contentId: string
  /** Shows a tab that has fields, when editing starts. */
  readonly onEditing: () => void
}

/** Scrolls to the field as well: browsers ignore that the bar covers its edge. */
function focusFirstField(contentId: string) {
  const field = document.querySelector<HTMLElement>(`#${contentId} [role="tabpanel"] :is(input, select, textarea)`)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView?.({ block: 'nearest' })
}

/** Moves the focus to the start of each new phase of editing, since the focused control is removed. */
export function useFocusOfPhase(phase: Phase, places: Places) {
  const last = useRef(phase)
  const latest = useRef(places)
  latest.current = places
  useEffect(() => {
    if (last.current === phase) return
    last.current = phase
    const { titleId, contentId, onEditing } = latest.current
    if (phase !== 'editing') return focusById({ reading: titleId, lost: lostId, merging: mergeTitleId }[phase])
    onEditing()
    focusFirstField(contentId)
  }, [phase])
}
