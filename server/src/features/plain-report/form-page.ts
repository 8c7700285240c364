import { appErrors, type Language, limits, type Office, paths } from '@portal/contract'
import { escapeHtml, type HtmlPage, phoneLink } from '#platform/http/html-page.ts'
import { type Translate, textsIn } from '#platform/texts.ts'
import { captchaPart, choice, dateField, longField, newImageButton, profileField, textField } from './form-parts.ts'
import type { FormTicket } from './form-seal.ts'
import { languageLinks, plainBar, plainHref, plainStyle } from './plain-page.ts'
import { controlNames, type Outcome } from './plain-report.service.ts'
import type { Posted } from './short-form.rules.ts'

interface View {
  readonly office: Office
  readonly language: Language
  readonly posted: Posted
  readonly outcome: Extract<Outcome, { kind: 'form' }>
  readonly ticket: FormTicket
  readonly seal: string
  /** The browser has a solved captcha that is still valid: the form asks for none. */
  readonly isSolved: boolean
  readonly now: Date
}

/** The form, filled with the posted values and their errors. */
export function formPage(view: View): HtmlPage {
  const { office, language, outcome } = view
  const t = textsIn(language)
  const line = (key: string) => escapeHtml(t(`plainReport.${key}`))
  const errors = errorsOf(view, t)
  const title = t('plainReport.title')
  const body = [
    plainBar(office, language),
    `<main><h1>${escapeHtml(title)}</h1>`,
    languageLinks(office, language),
    alertOf(view, t) + summaryOf(errors, t),
    `<p>${line('intro')}</p>`,
    `<p>${line('association')} ${phoneLink(office.phone)}.</p>`,
    `<form method="post" action="${plainHref(office, language)}#esito" novalidate autocomplete="on">`,
    hiddenFields(view),
    `<p>${line('mandatory')}</p>`,
    fieldsOf(view, t, errors),
    `<p><button type="submit">${line('send')}</button></p>`,
    newImageButton({ posted: view.posted, t, errors }, view.isSolved),
    '</form></main>',
  ].join('\n')
  const hasErrors = errors.size > 0 || outcome.denial !== undefined
  return {
    title: hasErrors ? t('plainReport.faultyTitle', { title }) : title,
    ...{ body, language, style: plainStyle, formAction: "'self'", imgSrc: "'self'" },
  }
}

/** Error sentences by field id. */
function errorsOf({ outcome, isSolved }: View, t: Translate): Map<string, string> {
  const errors = new Map<string, string>()
  for (const { at, fieldError } of outcome.errors) {
    const error = t(`messages.${fieldError.message}`, { ...fieldError.params })
    const todo = fieldError.message === 'campo_obbligatorio' ? t(`plainReport.todo.${at}`, { defaultValue: '' }) : ''
    errors.set(at, todo ? t('plainReport.missing', { error, todo }) : error)
  }
  const { captchaError } = outcome
  if (captchaError && !isSolved)
    errors.set('captcha', captchaError === 'wrong' ? t('plainReport.wrongCaptcha') : t('plainReport.todo.captcha'))
  return errors
}

function alertOf({ outcome: { denial } }: View, t: Translate): string {
  if (!denial) return ''
  const text =
    denial === 'lapsed'
      ? t('plainReport.lapsed')
      : t(`problems.${appErrors[denial.code].word}`, { ...denial.details.params })
  return `<div class="summary" id="esito" role="alert"><h2>${escapeHtml(t('plainReport.notSent'))}</h2><p>${escapeHtml(text)}</p></div>`
}

function summaryOf(errors: ReadonlyMap<string, string>, t: Translate): string {
  if (errors.size === 0) return ''
  const links = [...errors].map(
    ([at, text]) => `<li><a href="#${at}">${escapeHtml(labelOf(at, t))}: ${escapeHtml(text)}</a></li>`,
  )
  return `<div class="summary" id="esito" role="alert" tabindex="-1" autofocus><h2>${escapeHtml(t('plainReport.errorTitle'))}</h2><ul>${links.join('')}</ul></div>`
}

const labelOf = (at: string, t: Translate) => (at === 'captcha' ? t('plainReport.captchaTitle') : t(`fields.${at}`))

function hiddenFields({ ticket, seal }: View): string {
  const hidden = {
    [controlNames.key]: ticket.key,
    [controlNames.openedAt]: String(ticket.openedAt),
    [controlNames.seal]: seal,
  }
  const inputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const trap = `<div class="trap" aria-hidden="true"><input type="text" name="${controlNames.trap}" tabindex="-1" autocomplete="off" value=""></div>`
  return inputs.join('') + trap
}

function fieldsOf(view: View, t: Translate, errors: ReadonlyMap<string, string>): string {
  const { posted, office, language, isSolved, now } = view
  const form = { posted, t, errors }
  const hint = (key: string) => t(`plainReport.hints.${key}`)
  const privacy = `<a href="/${office.slug}${paths.privacy}?lang=${language}" target="_blank" rel="noopener">${escapeHtml(t('plainReport.privacyLink'))}</a>`
  const api = `/${office.slug}/api/v1/captcha?lang=${language}&t=${now.getTime()}`
  return [
    profileField(form),
    longField(form, 'message', hint('message'), limits.narrativeCodePoints),
    dateField(form, hint('eventDate')),
    choice(form, 'eventDateUnknown', t('plainReport.dontRemember')),
    `<h2>${escapeHtml(t('plainReport.contactTitle'))}</h2><p>${escapeHtml(t('plainReport.contactText'))}</p>`,
    choice(form, 'anonymous', t('plainReport.anonymous')),
    textField(form, 'firstName', { autocomplete: 'given-name' }),
    textField(form, 'lastName', { autocomplete: 'family-name' }),
    textField(form, 'email', { type: 'email', autocomplete: 'email', hint: hint('email') }),
    textField(form, 'phone', { type: 'tel', autocomplete: 'tel', hint: hint('phone') }),
    `<h2>${escapeHtml(t('plainReport.privacyTitle'))}</h2><p>${privacy}</p>`,
    choice(form, 'informationRead', t('plainReport.informationConsent'), true),
    choice(form, 'privacyConsent', t('fields.privacyConsent'), true),
    captchaPart(form, api, isSolved),
  ].join('\n')
}
