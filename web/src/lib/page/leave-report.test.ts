import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFromTab, reportPlace, writeToTab } from '../drafts/tab-store.ts'
import { createTab } from '../session/session-channel.ts'

const reload = vi.fn()
let stops: (() => void)[]
/** Of a document of its own: the test files share the modules that they import, and what others have added to them. */
let page: typeof import('./leave-report.ts')
beforeEach(async () => {
  vi.resetModules()
  page = await import('./leave-report.ts')
  stops = [page.watchLeftReports()]
  reload.mockClear()
  sessionStorage.clear()
  document.body.hidden = false
  vi.stubGlobal('location', { ...location, reload })
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.unstubAllGlobals()
})

/** A page of a report; returns whether it has forgotten the report. */
function openReportPage() {
  let isForgotten = false
  const forget = () => {
    isForgotten = true
  }
  stops.push(page.onReportLeft(forget))
  return () => isForgotten
}

const restore = () => {
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  const wasHidden = document.body.hidden
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  return wasHidden
}

test('leaving a report deletes what the tab stores of it, and nothing else', () => {
  const isForgotten = openReportPage()
  writeToTab(reportPlace('receipt'), { pin: 'AAAAA-BBBBB' })
  writeToTab('other', 'draft')
  page.leaveReport()
  expect(readFromTab(reportPlace('receipt'))).toBeUndefined()
  expect(readFromTab('other')).toBe('draft')
  expect(isForgotten()).toBe(true)
})

test('a report left in another tab is forgotten here as well', async () => {
  const isForgotten = openReportPage()
  writeToTab(reportPlace('receipt'), { pin: 'AAAAA-BBBBB' })
  createTab().tell({ kind: 'reportLeft' })
  await vi.waitFor(() => expect(isForgotten()).toBe(true))
  expect(readFromTab(reportPlace('receipt'))).toBeUndefined()
})

test('a page of a report that the browser shows again from memory is hidden and loaded again', () => {
  openReportPage()
  expect(restore()).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
})

test('any other page that the browser shows again stays as it is', () => {
  expect(restore()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
