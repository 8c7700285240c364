import {
  type FormFieldError,
  formMarkHeader,
  paths,
  type Receipt,
  reportForm,
  submitReport,
  withoutHidden,
  writeFormMark,
  writeWire,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Captcha } from '#form/captcha/use-captcha.ts'
import { call } from '#lib/api/call.ts'
import { CallError, type CallFieldError, isUnreachable } from '#lib/api/call-error.ts'
import { isOnline, untilOnline } from '#lib/api/online.ts'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useDraft } from './draft.tsx'
import { sendingState } from './draft-store.ts'
import { openStepBefore, stepHref, valuesOf } from './steps.ts'

/** An error from the server, assigned to the field with its wire path. */
const reportErrorOf = ({ campo, codice }: CallFieldError): FormFieldError => ({
  key: Object.entries(reportForm.fields).find(([, { wire }]) => wire === campo)?.[0] ?? 'privacyConsent',
  path: campo,
  message: codice as FormFieldError['message'],
})

const isRefusedCaptcha = (error: unknown) => error instanceof CallError && error.errorCode === 'captcha'

interface Options {
  readonly captcha: Captcha
  /** A field that people neither see nor hear: only programs fill it in. */
  readonly trap: RefObject<HTMLInputElement | null>
  /** The captcha was not solved: the user has to solve it again. */
  readonly onCaptchaError: () => void
}

/**
 * Sends the report: waits for a network, has the captcha judged, submits. Without a network it goes on by itself once there
 * is one again; an answer that was lost is asked for under the same key.
 */
export function useSend({ captcha, trap, onCaptchaError }: Options) {
  const { setServerErrors, finish } = useDraft()
  const submit = useSubmit(trap)
  const arrive = useArrival()
  const go = useGo()
  const latest = useRef(captcha)
  latest.current = captcha
  const stop = useRef<AbortController>(undefined)
  const [isWaiting, setWaiting] = useState(false)

  const untilReachable = async (signal: AbortSignal) => {
    if (isOnline()) return
    setWaiting(true)
    await untilOnline(signal).finally(() => setWaiting(false))
  }
  /** The receipt; undefined where the captcha has to be solved first. */
  const attempt = async (): Promise<Receipt | undefined> => {
    if (await latest.current.solve()) return submit()
    onCaptchaError()
    return undefined
  }
  /** The same for as long as it takes to find a network; undefined as well where the sender stops waiting. */
  const persist = async (signal: AbortSignal): Promise<Receipt | undefined> => {
    try {
      await untilReachable(signal)
      return await attempt()
    } catch (error) {
      if (signal.aborted) return undefined
      if (isUnreachable(error) && !isOnline()) return persist(signal)
      if (!isRefusedCaptcha(error)) throw error
    }
    await latest.current.renew({ kind: 'lapsed' })
    onCaptchaError()
    return undefined
  }
  const sending = useMutation({
    meta: { isHandled: true },
    mutationFn: () => {
      stop.current = new AbortController()
      sendingState.isSending = true
      return persist(stop.current.signal).finally(() => {
        sendingState.isSending = false
      })
    },
    onSuccess: (receipt) => {
      if (!receipt) return
      finish(receipt)
      arrive()
    },
    onError: (error) => {
      const fieldErrors = error instanceof CallError ? error.fieldErrors.map(reportErrorOf) : []
      setServerErrors(fieldErrors)
      const earlier = openStepBefore('summary', fieldErrors)
      if (earlier) go(stepHref(earlier))
    },
  })
  return { sending, isWaiting, cancel: () => stop.current?.abort() }
}

function useSubmit(trap: Options['trap']) {
  const { draft, senderKey, openedAt } = useDraft()
  return () => {
    const wire = writeWire(reportForm, withoutHidden(reportForm, valuesOf(draft)))
    const mark = { seconds: (Date.now() - openedAt) / 1000, isTrapFilled: Boolean(trap.current?.value) }
    const headers = { 'Idempotency-Key': senderKey, [formMarkHeader]: writeFormMark(mark) }
    return call(submitReport, { wire }, { headers })
  }
}

function useArrival() {
  const { t } = useTranslation()
  const go = useGo()
  return () => {
    notify({ kind: 'success', body: t('report.sent') })
    go(siteHref(paths.reportSuccess))
  }
}
