import { paths, type ReceivedMail } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteOf, useFoundCases } from '#features/cases/index.ts'
import { LongText } from '#form/fields/long-text.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { useAddToCase, useDismiss, useReviewAgain } from './mailbox.queries.ts'

const reasonCharacters = 500
/** Kinds that are never made a case: there is no text, or a program wrote it about a mail of ours. */
const hasText = ({ kind }: ReceivedMail) => kind !== 'receipt'

/** What the office can do with a mail: make a case of it, add it to one, or say that it is not for the office. */
export function MailActions({ mail }: { readonly mail: ReceivedMail }) {
  const { t } = useTranslation()
  const [isDismissing, setDismissing] = useState(false)
  const { id, state, proposals } = mail
  if (state === 'dismissed' || state === 'inCase') return <ReviewAgain mail={mail} />
  if (!hasText(mail)) return null
  return (
    <>
      <div className="no-print">
        <CasesOfMail mail={mail} />
      </div>
      <div className="desk-actions">
        <NavLink
          {...shortcut('new')}
          href={siteHref(paths.caseNew, { posta: id })}
          className={buttonClass(proposals.length > 0 ? 'secondary' : undefined)}
        >
          {t('mailbox.makeCase')}
        </NavLink>
        {state === 'waiting' && (
          <Button variant="secondary" onClick={() => setDismissing(true)}>
            {t('mailbox.dismiss')}
          </Button>
        )}
      </div>
      {isDismissing && <DismissDialog id={id} onClose={() => setDismissing(false)} />}
    </>
  )
}

/** The cases that the mail may belong to, any other that is found by typing, and that nothing of it proves who wrote. */
function CasesOfMail({ mail: { id, proposals } }: { readonly mail: ReceivedMail }) {
  const { t } = useTranslation()
  // Who only names a code may be anybody.
  const [isFromReporter, setFromReporter] = useState(proposals[0] !== undefined && proposals[0].ground !== 'code')
  const [typed, setTyped] = useState('')
  const others = useFoundCases(typed).filter((row) => !proposals.some((proposal) => proposal.id === row.id))
  const cases = [
    ...proposals.map((proposal) => ({ ...proposal, note: t(`mailbox.grounds.${proposal.ground}`) })),
    ...others.map((row) => ({ ...row, note: noteOf(t, row) })),
  ]
  const go = useGo()
  const adding = useAddToCase(id, ({ mail, files }) => {
    notify({ kind: 'success', body: t('mailbox.added', { code: mail.case?.code }) })
    for (const { name, outcome } of files.filter((file) => !file.outcome.attachment))
      notify({ kind: 'error', body: t('mailbox.fileRefused', { name, reason: t(`antivirus.${outcome.code}`) }) })
    go(siteHref(paths.receivedMailList))
  })
  return (
    <Panel title={t('mailbox.proposals')}>
      <p>{t(proposals.length > 0 ? 'mailbox.proposalsNote' : 'mailbox.noProposal')}</p>
      <Checkbox
        id="mail-from-reporter"
        label={t('mailbox.isFromReporter')}
        checked={isFromReporter}
        onChange={setFromReporter}
      />
      <p className="field-hint">{t(isFromReporter ? 'mailbox.becomesMessage' : 'mailbox.becomesComment')}</p>
      <ul className="plain-list stack">
        {cases.map(({ id: caseId, code, note }, index) => (
          <li key={caseId} className="cluster">
            <NavLink href={siteHref(paths.caseDetail, { id: caseId })}>
              <bdi dir="ltr" translate="no" className="figures">
                {code}
              </bdi>
            </NavLink>
            <span>{note}</span>
            <Button
              {...(index === 0 && shortcut('assign'))}
              size="sm"
              variant={index === 0 && proposals.length > 0 ? 'primary' : 'secondary'}
              pending={adding.isPending && adding.variables.caseId === caseId}
              pendingText={t('mailbox.adding')}
              onClick={() => adding.mutate({ caseId, isFromReporter })}
            >
              {t('mailbox.addTo', { code })}
            </Button>
          </li>
        ))}
      </ul>
      <TextInput
        id="mail-other-case"
        label={t('mailbox.otherCase')}
        hint={t('mailbox.otherCaseHint')}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
    </Panel>
  )
}

/** Takes a decision back; nothing for a case that was made of the mail. */
function ReviewAgain({ mail: { id, state, removal, case: found } }: { readonly mail: ReceivedMail }) {
  const { t } = useTranslation()
  const isInCase = state === 'inCase'
  const again = useReviewAgain(id, () => {
    if (isInCase) notify({ kind: 'success', body: t('mailbox.takenOut', { code: found?.code }) })
  })
  if (isInCase && removal !== 'possible') return removal ? <p>{t('mailbox.answeredStays')}</p> : null
  return (
    <>
      <div className="desk-actions">
        <Button
          {...shortcut('undo')}
          variant="secondary"
          pending={again.isPending}
          pendingText={t('mailbox.undismissing')}
          onClick={() => again.mutate()}
        >
          {isInCase ? t('mailbox.takeOut', { code: found?.code }) : t('mailbox.undismiss')}
        </Button>
      </div>
      {isInCase && <p className="field-hint no-print">{t('mailbox.takeOutNote')}</p>}
    </>
  )
}

function DismissDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const dismissing = useDismiss(id, () => {
    onClose()
    notify({ kind: 'success', body: t('mailbox.dismissed') })
  })
  const session = useFormSession({
    id: 'dismissal',
    start: { reason: '' },
    fields: { reason: 'motivo' },
    labelOf: () => t('mailbox.dismissal'),
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('mailbox.reasonMissing') : undefined }),
    sending: { error: dismissing.error, isPending: dismissing.isPending },
    send: ({ reason }) => dismissing.mutate(reason),
  })
  return (
    <FormDialog {...session.dialog} title={t('mailbox.dismiss')} submitText={t('mailbox.dismiss')} onClose={onClose}>
      <LongText
        {...session.field('reason')}
        label={t('mailbox.dismissal')}
        required
        rows={3}
        limit={reasonCharacters}
      />
    </FormDialog>
  )
}
