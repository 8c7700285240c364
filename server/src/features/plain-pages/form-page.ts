import { type Assurances, appErrors, limits, type Office, type PageTag, paths } from '@portal/contract'
import { escapeHtml, type HtmlPage, phoneLink } from '#platform/http/html-page.ts'
import { type Translate, textsIn } from '#platform/texts.ts'
import {
  captchaPart,
  choice,
  dateField,
  longField,
  newImageButton,
  type FormState as PartState,
  profileField,
  textField,
} from './form-parts.ts'
import { alertBox, errorSummary, hiddenInputs, plainHref, plainPage } from './plain-page.ts'
import { controlNames, type Denial, type FormState } from './plain-report.service.ts'
import { textIn } from './posted.ts'
import { asksAccommodation, nameOf } from './short-form.rules.ts'

interface View {
  readonly office: Office
  readonly tag: PageTag
  readonly state: FormState
  /** The hidden fields that bind the form to its browser. */
  readonly ticketFields: Readonly<Record<string, string>>
  /** The browser has a solved captcha that is still valid: the form asks for none. */
  readonly isSolved: boolean
  readonly assurances: Assurances | undefined
  readonly exitOrigin: string
  readonly now: Date
}

/** The form, filled with the unsent values and their errors. */
export function formPage(view: View): HtmlPage {
  const { office, tag, state, exitOrigin, isSolved } = view
  const t = textsIn(tag)
  const line = (key: string) => escapeHtml(t(`plainReport.${key}`))
  const errors = errorsOf(view, t)
  const main = [
    state.denial ? alertBox(t('plainReport.notSent'), denialText(t, state.denial)) : '',
    errorSummary(t, errors, (at) => plainLabel(at, t)),
    `<p>${line('intro')}</p>`,
    `<p><a href="/${office.slug}${paths.examples}?lang=${tag}">${line('examples')}</a></p>`,
    ...Object.values(view.assurances ?? {}).map((each) => `<p lang="${each.language}">${escapeHtml(each.text)}</p>`),
    `<p>${line('association')} ${phoneLink(office.phone)}.</p>`,
    `<form method="post" action="${plainHref(office, 'report', tag)}#esito" novalidate autocomplete="off">`,
    hiddenInputs(view.ticketFields),
    `<div class="trap" aria-hidden="true"><input type="text" name="${controlNames.trap}" tabindex="-1" autocomplete="off" value=""></div>`,
    `<p>${line('mandatory')}</p>`,
    fieldsOf(view, t, errors),
    `<p><button type="submit">${line('send')}</button></p>`,
    newImageButton({ posted: state.posted, t, errors }, isSolved),
    '</form>',
  ].join('\n')
  const hasErrors = errors.size > 0 || state.denial !== undefined
  return plainPage({ office, tag, page: 'report', heading: line('title'), hasErrors, exitOrigin }, main)
}

/** Error sentences by field id. */
function errorsOf({ state, isSolved }: View, t: Translate): Map<string, string> {
  const errors = new Map<string, string>()
  const missing = (at: string) => {
    const [error, todo] = [t('messages.campo_obbligatorio'), t(`plainReport.todo.${at}`, { defaultValue: '' })]
    return todo ? t('plainReport.missing', { error, todo }) : error
  }
  for (const { at, fieldError } of state.errors) {
    const isMissing = fieldError.message === 'campo_obbligatorio'
    errors.set(at, isMissing ? missing(at) : t(`messages.${fieldError.message}`, { ...fieldError.params }))
  }
  const { captchaError } = state
  if (captchaError && !isSolved)
    errors.set('captcha', captchaError === 'wrong' ? t('plainReport.wrongCaptcha') : missing('captcha'))
  return errors
}

/** Why a form was not sent. */
export const denialText = (t: Translate, { code, params }: Denial) =>
  code === 'lapsed' ? t('plainReport.lapsed') : t(`problems.${appErrors[code].word}`, { ...params })

const plainLabel = (at: string, t: Translate) => (at === 'captcha' ? t('plainReport.captchaTitle') : t(`fields.${at}`))

function fieldsOf(view: View, t: Translate, errors: ReadonlyMap<string, string>): string {
  const { state, office, tag, isSolved, now } = view
  const form = { posted: state.posted, t, errors }
  const hint = (key: string) => t(`plainReport.hints.${key}`)
  const privacy = `<a href="/${office.slug}${paths.privacy}?lang=${tag}" target="_blank" rel="noopener">${escapeHtml(t('plainReport.privacyLink'))}</a>`
  const api = `/${office.slug}/api/v1/captcha?lang=${tag}&t=${now.getTime()}`
  return [
    profileField(form),
    longField(form, 'message', hint('message'), limits.narrativeCodePoints),
    dateField(form, hint('eventDate')),
    // Asked once the answers have such a year.
    errors.has('eventYearConfirmed') || textIn(state.posted, nameOf('eventYearConfirmed')) === '1'
      ? choice(form, 'eventYearConfirmed', t('fields.eventYearConfirmed'))
      : '',
    choice(form, 'eventDateUnknown', t('plainReport.dontRemember')),
    `<h2>${escapeHtml(t('plainReport.contactTitle'))}</h2><p>${escapeHtml(t('plainReport.contactText'))}</p>`,
    choice(form, 'anonymous', t('plainReport.anonymous')),
    textField(form, 'firstName'),
    textField(form, 'lastName'),
    textField(form, 'email', { type: 'email', hint: hint('email') }),
    textField(form, 'phone', { type: 'tel', hint: hint('phone') }),
    `<p>${escapeHtml(t('plainReport.callsText'))}</p>`,
    choice(form, 'doNotCall', t('plainReport.doNotCall')),
    textField(form, 'callHours', { hint: t('followUp.call.hoursHint') }),
    choice(form, 'onlyToReporter', t('followUp.call.only')),
    accommodationPart(form),
    `<h2>${escapeHtml(t('plainReport.privacyTitle'))}</h2><p>${privacy}</p>`,
    choice(form, 'informationRead', t('plainReport.informationConsent'), true),
    choice(form, 'privacyConsent', t('fields.privacyConsent'), true),
    captchaPart(form, api, isSolved),
  ].join('\n')
}

/** What a reporter may need to talk with the office: folded for those who need nothing. */
function accommodationPart(form: PartState): string {
  const { t, posted } = form
  const flags = ['signLanguage', 'easyLanguage', 'accessiblePlace'] as const
  return [
    `<details${asksAccommodation(posted) ? ' open' : ''}><summary>${escapeHtml(t('plainReport.accommodation.asked'))}</summary>`,
    textField(form, 'interpreter', { hint: t('plainReport.accommodation.interpreterHint') }),
    ...flags.map((key) => choice(form, key, t(`fields.${key}`))),
    textField(form, 'otherAccommodation', { hint: t('plainReport.accommodation.otherHint') }),
    '</details>',
  ].join('\n')
}
