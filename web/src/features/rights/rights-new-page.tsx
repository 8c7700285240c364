import { paths, type RightsKind, rightsKinds } from '@portal/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultAt } from '#lib/api/fault-at.ts'
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

type Name = keyof typeof rightsFields
const names = Object.keys(rightsFields) as Name[]
const fieldId = (name: Name) => `rights-${name}`

const kinds = Object.keys(rightsKinds) as RightsKind[]

/** Enters what a person asks about their own data. */
export function RightsNewPage() {
  const { t } = useTranslation()
  const go = useGo()
  const [draft, setDraft] = useState<Partial<Record<Name, string>>>({})
  const request = useRequestRights(({ id }) => {
    notify({ kind: 'success', body: t('rightsPage.sent') })
    go(siteHref(paths.rightsDetail, { id }))
  })
  const { error } = request
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const kind = kinds.find((one) => one === draft.kind)
    const typed = names.map((name) => [rightsFields[name], name === 'kind' ? kind && rightsKinds[kind] : draft[name]])
    request.mutate(Object.fromEntries(typed))
  }
  const errorOf = (name: Name) => faultAt(error, rightsFields[name])
  const field = (name: Name) => ({
    id: fieldId(name),
    label: t(`rightsPage.fields.${name}`),
    error: errorOf(name),
    value: draft[name] ?? '',
    onChange: (text: string) => setDraft({ ...draft, [name]: text }),
  })
  const code = (name: Name) => ({
    ...field(name),
    autoComplete: 'off',
    spellCheck: false,
    dir: 'ltr' as const,
    isShort: true,
  })
  return (
    <div className="reading-column">
      <Breadcrumb
        label={t('site.breadcrumb')}
        trail={[{ text: t('rightsPage.title'), href: siteHref(paths.rightsList) }]}
        current={t('rightsPage.new')}
      />
      <h1>{t('rightsPage.new')}</h1>
      <p>{t('rightsPage.newIntro')}</p>
      <ErrorSummary
        title={t('report.errorTitle')}
        errors={names.flatMap((name) => {
          const text = errorOf(name)
          return text === undefined
            ? []
            : [{ fieldId: fieldId(name), text: `${t(`rightsPage.fields.${name}`)}: ${text}` }]
        })}
        attempt={error}
      />
      <form noValidate onSubmit={handleSubmit}>
        <p className="form-note">{t('report.mandatory')}</p>
        <RadioCards
          {...field('kind')}
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
        <ReasonField {...field('reason')} hint={t('rightsPage.reasonHint')} />
        <div className="form-actions">
          <NavLink href={siteHref(paths.rightsList)} className={buttonClass('quiet')}>
            {t('desk.cancel')}
          </NavLink>
          <Button type="submit" pending={request.isPending} pendingText={t('site.wait')}>
            {t('rightsPage.send')}
          </Button>
        </div>
      </form>
    </div>
  )
}
