import { languageOf, type ReportDraft, type ReportStep, reportForm } from '@portal/contract'
import { createContext, use, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportKey } from '#form/report-fields.ts'
import { fieldSentences } from '#form/use-form-session.ts'
import { useFormSteps } from '#form/use-form-steps.ts'
import { useSending } from '#form/use-sending.ts'
import { pageLanguage } from '#lib/i18n/page-language.ts'
import { useGo } from '#lib/page/navigation.ts'
import { office } from '#lib/page/page-settings.ts'
import type { Elements } from '#ui/elements.tsx'
import { changeOf, createDraftStore, type DraftKey, type DraftStore } from './draft-store.ts'
import { askedLabelOf, sentenceOf } from './report-texts.ts'
import { readReport, stepHref } from './steps.ts'

/** A tab writes one report at a time, on whatever page of the site it is. */
export const draftStore = createDraftStore({ slug: office.slug, language: pageLanguage })

const formId = 'field'
/** The control that carries a field; the error summary links to it. */
export const fieldId = (key: string) => `${formId}-${key}`

export const captchaKey = 'captcha'
export const captchaId = fieldId(captchaKey)

const steps = reportForm.steps.map(({ id, fields }) => ({
  id: id as ReportStep,
  fields: id === 'summary' ? [...fields, { key: captchaKey }] : fields,
}))
const wires = Object.fromEntries(steps.flatMap(({ fields }) => fields.map(({ key }) => [key, wireOf(key)])))
function wireOf(key: string) {
  return reportForm.fields[key as DraftKey]?.wire ?? key
}
/** An error at a path without a field is shown beside the last one. */
const keyAt = (path: string) => Object.keys(wires).find((key) => wires[key] === path) ?? 'privacyConsent'

interface Outgoing {
  readonly draft: ReportDraft
  readonly senderKey: string
}

/** The session of the report: its draft in the tab, the open step, its errors, and the way to the server. */
function useReportSession(store: DraftStore, step: ReportStep | undefined) {
  const { t } = useTranslation()
  const go = useGo()
  const state = useSyncExternalStore(store.subscribe, store.get, store.getUnwritten)
  const values = useMemo(() => readReport(state.draft).values, [state.draft])
  const [isCaptchaMissing, setCaptchaMissing] = useState(false)
  /** What sends the report; the last step provides it. */
  const deliver = useRef<(outgoing: Outgoing) => Promise<void>>(undefined)
  const sending = useSending(async (outgoing: Outgoing) => deliver.current?.(outgoing))
  const session = useFormSteps<ReportDraft, string, ReportStep>({
    id: formId,
    steps,
    place: { step, open: (next) => go(stepHref(next)) },
    start: state.draft,
    saved: { work: state.draft, senderKey: state.senderKey, write: store.write, forget: () => undefined },
    fields: wires,
    keyAt,
    labelOf: (key) => askedLabelOf(t, key as ReportKey),
    check: (draft) => ({
      ...fieldSentences(t, readReport(draft).fieldErrors, ({ key }) => key, sentenceOf),
      ...(isCaptchaMissing && { captcha: sentenceOf(t, { key: captchaKey, message: 'campo_obbligatorio' }) }),
    }),
    serverSentence: ({ codice }, key) => sentenceOf(t, { key, message: codice as 'campo_obbligatorio' }),
    sending,
    send: (draft, { senderKey }) => sending.mutate({ draft, senderKey }),
  })
  const latest = useRef(session.restart)
  latest.current = session.restart
  useEffect(() => store.onBegin(() => latest.current(store.get().draft)), [store])
  return {
    ...session,
    ...state,
    // Its `finish` is that of the report, which leaves a receipt.
    ...store,
    values,
    set: <K extends DraftKey>(key: K, value: ReportDraft[K]) => session.change(changeOf(key, value)),
    deliver,
    setCaptchaMissing,
  }
}

const ReportContext = createContext<ReturnType<typeof useReportSession> | undefined>(undefined)

interface ProviderProps {
  /** The step that the address names. */
  readonly step?: ReportStep | undefined
  readonly store?: DraftStore
  readonly children: Elements
}

export function ReportProvider({ step, store = draftStore, children }: ProviderProps) {
  useAnswerInPageLanguage(store)
  return <ReportContext value={useReportSession(store, step)}>{children}</ReportContext>
}

function useAnswerInPageLanguage(store: DraftStore) {
  const language = languageOf(useTranslation().i18n.language)
  const last = useRef(language)
  useEffect(() => {
    if (last.current !== language) store.followLanguage(last.current, language)
    last.current = language
  }, [language, store])
}

export function useReport() {
  const value = use(ReportContext)
  if (!value) throw new Error('useReport needs a ReportProvider around it.')
  return value
}
