import type { ReportDraft, ReportStep } from '@portal/contract'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Elements } from '#ui/elements.tsx'

const { CallError } = await import('#lib/api/call-error.ts')
const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { NavigateContext } = await import('#ui/layout/nav-link.tsx')
const { createDraftStore } = await import('./draft-store.ts')
const { ReportProvider, useReport } = await import('./report-session.tsx')
const { stepHref } = await import('./steps.ts')

const complete: ReportDraft = {
  informationRead: true,
  anonymous: true,
  email: 'ada@example.org',
  message: 'Quello che ho visto e sentito',
  eventDateUnknown: true,
  privacyConsent: true,
}

const go = vi.fn()
let step: ReportStep
beforeAll(async () => {
  await loadTexts()
  await loadTextsOf('wizard')
})
beforeEach(() => {
  sessionStorage.clear()
  go.mockReset()
  step = 'summary'
})
afterEach(cleanup)

function open(draft: ReportDraft = complete) {
  const store = createDraftStore({ slug: 'x', language: () => 'it' })
  store.write({ ...store.get().draft, ...draft }, 'key')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <NavigateContext value={go}>
      <ReportProvider step={step} store={store}>
        {children as Elements}
      </ReportProvider>
    </NavigateContext>
  )
  const { result, rerender } = renderHook(() => useReport(), { wrapper })
  const deliver = vi.fn<() => Promise<void>>(async () => undefined)
  result.current.deliver.current = deliver
  const openStep = (next: ReportStep) => {
    step = next
    rerender()
  }
  return { report: () => result.current, deliver, openStep, store }
}
type Opened = ReturnType<typeof open>
const submit = ({ report }: Opened) => act(async () => report().submit())
const refuse = (campo: string) =>
  Promise.reject(new CallError(400, 'dati_non_validi', 'No', [{ campo, codice: 'scelta_non_valida', messaggio: '' }]))

test('a refused report opens the step of the field, whose error lasts until it changes, and only then', async () => {
  const opened = open()
  const { report, deliver, openStep } = opened
  deliver.mockImplementation(() => refuse('personaFisica.anagrafica.email'))
  await submit(opened)
  expect(deliver).toHaveBeenCalledWith({ draft: report().draft, senderKey: 'key' })
  expect(go).toHaveBeenCalledWith(stepHref('details'))
  openStep('details')
  expect(report().errorOf('email')).toBeTruthy()
  expect(report().summary.errors).toHaveLength(1)
  act(() => report().set('firstName', 'Ada'))
  expect(report().errorOf('email')).toBeTruthy()
  act(() => report().set('email', 'ada@example.com'))
  expect(report().errorOf('email')).toBeUndefined()
  expect(report().summary.errors).toEqual([])
})

test('an error without a field is shown where the report is sent from', async () => {
  const opened = open()
  opened.deliver.mockImplementation(() => refuse('altro'))
  await submit(opened)
  expect(opened.report().errorOf('privacyConsent')).toBeTruthy()
  expect(go).not.toHaveBeenCalled()
})

test('a report with an error is not sent, and its step opens', async () => {
  const opened = open({ ...complete, message: '' })
  await submit(opened)
  expect(opened.deliver).not.toHaveBeenCalled()
  expect(go).toHaveBeenCalledWith(stepHref('facts'))
})

test('a step opens once those before it are complete', () => {
  open({ ...complete, informationRead: false })
  expect(go).toHaveBeenCalledWith(stepHref('intro'))
})

test('a new report has no errors of the one before', async () => {
  step = 'intro'
  const { report, store } = open({ ...complete, informationRead: false })
  act(() => void report().checkStep())
  expect(report().errorOf('informationRead')).toBeTruthy()
  act(() => store.reset())
  expect(report().errorOf('informationRead')).toBeUndefined()
})

test('a report that was sent leaves its receipt, and no step of the empty one opens', async () => {
  const opened = open()
  opened.deliver.mockImplementation(async () => opened.store.finish({ caseId: 1, code: 'C', pin: 'P' }))
  await submit(opened)
  expect(opened.report()).toMatchObject({ receipt: { code: 'C' }, isPending: false })
  expect(opened.report().draft.message).toBeUndefined()
  expect(go).not.toHaveBeenCalled()
})
