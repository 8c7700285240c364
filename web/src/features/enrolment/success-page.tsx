import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#lib/i18n/format.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { buttonClass } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { findReceipt } from './enrolment-store.ts'
import { RequestNumber, SentTo } from './request-number.tsx'

/** The number of the application that this tab has sent, or the step that is still to come. */
export function EnrolmentSuccessPage() {
  const { t } = useTranslation()
  const receipt = findReceipt()
  if (!receipt)
    return (
      <article className="reading-column">
        <h1>{t('enrolment.success.noneTitle')}</h1>
        <p className="lead-text">{t('enrolment.success.none')}</p>
        <NavLink href={siteHref(paths.enrolment)} className={buttonClass()}>
          {t('enrolment.title')}
        </NavLink>
      </article>
    )
  if (receipt.waitsForConfirmation)
    return (
      <article className="reading-column">
        <h1>{t('enrolment.success.waitsTitle')}</h1>
        <p className="lead-text">{t('enrolment.success.waits')}</p>
        <SentTo label={t('enrolment.success.waitsTo')} addresses={receipt.addresses} />
      </article>
    )
  if (receipt.replacesAt !== undefined)
    return (
      <article className="reading-column">
        <h1>{t('enrolment.success.replaceTitle')}</h1>
        <p className="lead-text">
          {t('enrolment.success.replaces', { date: formatDay(new Date(receipt.replacesAt)) })}
        </p>
      </article>
    )
  return (
    <article className="reading-column">
      <h1>{t('enrolment.success.title')}</h1>
      <RequestNumber number={receipt.requestNumber ?? ''} addresses={receipt.addresses} />
    </article>
  )
}
