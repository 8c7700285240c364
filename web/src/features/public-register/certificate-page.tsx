import { paths, verifyCertificate } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { ShowDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { DefinitionList } from '#ui/layout/summary-block.tsx'
import { entryFacts } from './entry-facts.tsx'
import '../../styles/public-register.scss'

type Verification = z.output<typeof verifyCertificate.reply>

/** The code in the address, as a link or a scanned certificate has it: `?codice=` or `#codice=`. */
function useCodeInAddress(): string {
  const { codice } = useSiteSearch()
  const hash = useLocation({ select: (location) => location.hash })
  return codice ?? new URLSearchParams(hash).get('codice') ?? ''
}

const bareCode = (typed: string) => typed.replace(/\s+/g, '')
const isWhole = (code: string) => code.length >= 8 && code.length <= 40

/** Whether a certificate of enrolment holds today, by its code. */
export function CertificatePage() {
  const { t } = useTranslation()
  const code = useCodeInAddress()
  return (
    <div className="reading-column">
      <h1>{t('certificateCheck.title')}</h1>
      <p className="lead-text">{t('certificateCheck.lead')}</p>
      {/* Another code in the address is another verification. */}
      <CodeForm key={code} code={code} />
    </div>
  )
}

function CodeForm({ code }: { readonly code: string }) {
  const { t } = useTranslation()
  const verifying = useMutation({
    meta: { isHandled: true },
    mutationFn: (typed: string) => call(verifyCertificate, { body: { code: bareCode(typed) } }),
  })
  const session = useFormSession<{ code: string }, 'code'>({
    id: 'certificate',
    start: { code },
    fields: { code: 'codice' },
    labelOf: () => t('certificateCheck.code'),
    check: (typed) => {
      const text = t('certificateCheck.malformed')
      return { code: isWhole(bareCode(typed.code)) ? undefined : { text, summary: text } }
    },
    sending: verifying,
    send: (typed) => verifying.mutate(typed.code),
  })
  const isVerified = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the code that the address brings
  useEffect(() => {
    if (isVerified.current || !isWhole(bareCode(code))) return
    isVerified.current = true
    verifying.mutate(code)
  }, [])
  return (
    <div className="stack">
      <form {...session.form}>
        <ErrorSummary {...session.summary} />
        <TextInput
          {...session.field('code')}
          required
          dir="ltr"
          translate="no"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          hint={t('certificateCheck.codeHint')}
        />
        <div className="form-actions">
          <Button type="submit" pending={session.isPending} pendingText={t('certificateCheck.checking')}>
            {t('certificateCheck.submit')}
          </Button>
        </div>
      </form>
      {session.callError && <Failed error={session.callError} />}
      {verifying.data && <Verified verification={verifying.data} />}
    </div>
  )
}

function Failed({ error }: { readonly error: Error }) {
  const { t } = useTranslation()
  if (!(error instanceof CallError) || error.status !== 404)
    return (
      <Alert kind="danger" announce="now">
        {error instanceof CallError && error.status === 429 ? error.message : t('certificateCheck.failed')}
      </Alert>
    )
  return (
    <Alert kind="warning" title={t('certificateCheck.unknown')} announce="now">
      {t('certificateCheck.unknownText')}
    </Alert>
  )
}

/** What is said of a certificate: who has an old one of an enrolment that ended finds no newer one that holds. */
function verdictOf({ isValid, isReplaced, entry }: Verification) {
  if (isValid) return 'valid'
  return isReplaced && entry.status === 'enrolled' ? 'replaced' : 'invalid'
}

function Verified({ verification }: { readonly verification: Verification }) {
  const { t } = useTranslation()
  const { isValid, isRenewing, issuedAt, entry } = verification
  const verdict = verdictOf(verification)
  return (
    <>
      <Alert kind={isValid ? 'success' : 'warning'} title={t(`certificateCheck.${verdict}`)} announce="now">
        {t(`certificateCheck.${verdict}Text`)}
      </Alert>
      {isRenewing && (
        <Alert kind="info" title={t('certificateCheck.renewing')}>
          {t('certificateCheck.renewingText')}
        </Alert>
      )}
      <DefinitionList
        items={[
          { term: t('certificateCheck.name'), value: <bdi>{entry.name}</bdi> },
          { term: t('certificateCheck.issuedOn'), value: <ShowDay instant={issuedAt} /> },
          ...entryFacts(t, entry),
        ]}
      />
      <p>
        <NavLink href={siteHref(paths.publicRegisterEntry, { id: entry.id })}>{t('certificateCheck.entry')}</NavLink>
      </p>
    </>
  )
}
