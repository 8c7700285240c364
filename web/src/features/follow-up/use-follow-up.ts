import { closeFollowUp, type FollowUp, getFollowUp, openFollowUp } from '@portal/contract'
import { useEffect, useState } from 'react'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { readFromTab, reportPlace, writeToTab } from '#lib/drafts/tab-store.ts'
import { leaveReport, onReportLeft } from '#lib/page/leave-report.ts'
import { forgetVisitor } from '#lib/session/visitor-lock.ts'

/** That this tab has a report open, so that a reload asks for it again; neither code nor pin. */
const place = reportPlace('opened.1')

/** How a report left the screen: its time was over, or somebody left it, open or at its end. */
export type Departure = 'ended' | 'left' | 'leftEnded'

/** What the page shows: what was opened, or a form, and why it is there. */
export type Phase =
  | { readonly kind: 'loading' }
  | { readonly kind: 'asking'; readonly after?: Departure }
  | { readonly kind: 'open'; readonly record: FollowUp; readonly endsAt: number }

export type FollowUps = ReturnType<typeof useFollowUp>

const isOver = (error: unknown) => error instanceof CallError && error.status === 401

/** The report that this browser has open by code and pin, and when its session ends. */
export function useFollowUp() {
  const [phase, setPhase] = useState<Phase>(() => ({ kind: readFromTab(place) ? 'loading' : 'asking' }))
  const ask = (after?: Departure) => {
    writeToTab(place, undefined)
    setPhase({ kind: 'asking', ...(after && { after }) })
  }
  const show = (record: FollowUp) => {
    writeToTab(place, true)
    setPhase({ kind: 'open', record, endsAt: Date.now() + record.secondsLeft * 1000 })
  }
  /** Runs a call in the session. Handles an ended session; the caller handles other failures. */
  const within = async (work: () => Promise<FollowUp>): Promise<void> => {
    try {
      show(await work())
    } catch (error) {
      if (!isOver(error)) throw error
      ask('ended')
    }
  }
  const refresh = () => within(() => call(getFollowUp, {}))
  const isLoading = phase.kind === 'loading'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where a reload left off
  useEffect(() => {
    if (isLoading) refresh().catch(() => ask())
  }, [isLoading])
  // biome-ignore lint/correctness/useExhaustiveDependencies: left by a quick exit or in another tab
  useEffect(() => onReportLeft(() => ask()), [])
  return {
    phase,
    within,
    refresh,
    open: async (code: string, pin: string) => show(await call(openFollowUp, { body: { code, pin } })),
    end: () => ask('ended'),
    async leave() {
      leaveReport()
      ask(phase.kind === 'open' && !phase.record.canAnswer ? 'leftEnded' : 'left')
      await call(closeFollowUp, {}).catch(() => undefined)
      // The office's cookies went with the session.
      forgetVisitor()
    },
  }
}
