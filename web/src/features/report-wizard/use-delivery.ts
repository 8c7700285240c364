import {
  formMarkHeader,
  paths,
  type ReportDraft,
  reportForm,
  submitReport,
  withoutHidden,
  writeFormMark,
  writeWire,
} from '@portal/contract'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendSolved } from '#form/captcha/send-solved.ts'
import type { Captcha } from '#form/captcha/use-captcha.ts'
import { call } from '#lib/api/call.ts'
import { isUnreachable } from '#lib/api/call-error.ts'
import { isOnline, untilOnline } from '#lib/api/online.ts'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { captchaId, useReport } from './report-session.tsx'
import { readReport } from './steps.ts'

/**
 * Provides the session with what sends the report: it waits for a network, has the captcha judged, submits. Without a network
 * it goes on by itself once there is one again; a lost answer is requested under the same key. `trap` is a field that people
 * neither see nor hear: only programs fill it in.
 */
export function useDelivery(captcha: Captcha, trap: RefObject<HTMLInputElement | null>) {
  const { t } = useTranslation()
  const go = useGo()
  const { deliver, openedAt, finish } = useReport()
  const latest = useRef(captcha)
  latest.current = captcha
  const stop = useRef<AbortController>(undefined)
  const [isWaiting, setWaiting] = useState(false)

  const submit = (draft: ReportDraft, senderKey: string) => {
    const wire = writeWire(reportForm, withoutHidden(reportForm, readReport(draft).values))
    const mark = { seconds: (Date.now() - openedAt) / 1000, isTrapFilled: Boolean(trap.current?.value) }
    const headers = { 'Idempotency-Key': senderKey, [formMarkHeader]: writeFormMark(mark) }
    return call(submitReport, { wire }, { headers })
  }
  const untilReachable = async (signal: AbortSignal) => {
    if (isOnline()) return
    setWaiting(true)
    await untilOnline(signal).finally(() => setWaiting(false))
  }
  /** For as long as it takes to find a network; resolves to undefined where the captcha comes first, or the sender stops waiting. */
  const persist = async <R>(send: () => Promise<R>, signal: AbortSignal): Promise<{ reply: R } | undefined> => {
    try {
      await untilReachable(signal)
      return await sendSolved({ captcha: latest, id: captchaId }, send)
    } catch (error) {
      if (signal.aborted) return undefined
      if (isUnreachable(error) && !isOnline()) return persist(send, signal)
      throw error
    }
  }
  deliver.current = async ({ draft, senderKey }) => {
    stop.current = new AbortController()
    const sent = await persist(() => submit(draft, senderKey), stop.current.signal)
    if (!sent) return
    finish(sent.reply)
    notify({ kind: 'success', body: t('report.sent') })
    go(siteHref(paths.reportSuccess))
  }
  return { isWaiting, cancel: () => stop.current?.abort() }
}
