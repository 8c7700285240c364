import { paths, type RightsKind, rightsKinds } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useFormSession } from '#form/use-form-session.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { RadioCards } from '#ui/field/radio-cards.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { Breadcrumb } from '#ui/layout/breadcrumb.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { ReasonField } from './reason-field.tsx'
import { rightsFields, useRequestRights } from './rights.queries.ts'

const names = Object.keys(rightsFields) as (keyof typeof rightsFields)[]
const emptyDraft = { kind: undefined as RightsKind | undefined, taxCode: '', reportCode: '', pin: '', reason: '' }

/** The draft as it travels; the server checks it. */
const wireOf = ({ kind, ...texts }: typeof emptyDraft) => {
  const typed = { ...texts, kind: kind && rightsKinds[kind] }
  return Object.fromEntries(names.map((name) => [rightsFields[name], typed[name] || undefined]))
}

const kinds = Object.keys(rightsKinds) as RightsKind[]

/** Enters what a person asks about their own data. */
export function RightsNewPage() {
  const { t } = useTranslation()
  return (
    <div className="reading-column">
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('rightsPage.title'), href: siteHref(paths.rightsList) }]}
        current={t('rightsPage.new')}
      />
      <h1>{t('rightsPage.new')}</h1>
      <p>{t('rightsPage.newIntro')}</p>
      <RequestForm />
    </div>
  )
}

function useRequestSession() {
  const { t } = useTranslation()
  const go = useGo()
  const request = useRequestRights(({ id }) => {
    session.finish()
    notify({ kind: 'success', body: t('rightsPage.sent') })
    go(siteHref(paths.rightsDetail, { id }))
  })
  const session = useFormSession({
    id: 'rights',
    start: emptyDraft,
    fields: rightsFields,
    labelOf: (name) => t(`rightsPage.fields.${name}`),
    keepsErrors: true,
    sending: request,
    send: (draft) => request.mutate(wireOf(draft)),
  })
  return session
}

function RequestForm() {
  const { t } = useTranslation()
  const session = useRequestSession()
  const code = (name: 'taxCode' | 'reportCode' | 'pin') => ({
    ...session.field(name),
    autoComplete: 'off',
    spellCheck: false,
    dir: 'ltr' as const,
    isShort: true,
  })
  return (
    <form {...session.form}>
      <UnsavedChanges hasChanges={session.hasChanges} />
      <ErrorSummary {...session.summary} />
      <p className="form-note">{t('report.mandatory')}</p>
      <RadioCards
        {...session.field('kind')}
        required
        options={kinds.map((value) => ({
          value,
          title: t(`rights.kinds.${value}`),
          text: t(`rightsPage.kindTexts.${value}`),
        }))}
      />
      <h2>{t('rightsPage.who')}</h2>
      <p>{t('rightsPage.whoText')}</p>
      <TextInput {...code('taxCode')} maxLength={20} />
      <TextInput {...code('reportCode')} maxLength={30} />
      <TextInput {...code('pin')} maxLength={30} />
      <ReasonField {...session.field('reason')} hint={t('rightsPage.reasonHint')} />
      <div className="form-actions">
        <NavLink href={siteHref(paths.rightsList)} className={buttonClass('quiet')}>
          {t('desk.cancel')}
        </NavLink>
        <Button type="submit" pending={session.isPending} pendingText={t('site.wait')}>
          {t('rightsPage.send')}
        </Button>
      </div>
    </form>
  )
}
