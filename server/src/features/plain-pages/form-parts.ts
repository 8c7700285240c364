import { limits } from '@portal/contract'
import { escapeHtml } from '#platform/http/html-page.ts'
import type { Translate } from '#platform/texts.ts'
import { controlNames } from './plain-report.service.ts'
import { type Posted, textIn } from './posted.ts'
import { dateParts, nameOf, partName, type ShortField, shortProfiles } from './short-form.rules.ts'

/** Input of every part of the form. */
export interface FormState {
  readonly posted: Posted
  readonly t: Translate
  /** Error sentences by field id. */
  readonly errors: ReadonlyMap<string, string>
}

export const noteIdsOf = (id: string, hint: string | undefined, error: string | undefined) => {
  const ids = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-fault`] : [])]
  return ids.length > 0 ? ` aria-describedby="${ids.join(' ')}"` : ''
}

export const notesOf = (id: string, hint: string | undefined, error: string | undefined) =>
  (hint ? `<span class="hint" id="${id}-hint">${escapeHtml(hint)}</span>` : '') +
  (error ? `<span class="fault" id="${id}-fault">${escapeHtml(error)}</span>` : '')

export const invalid = (error: string | undefined) => (error ? ' aria-invalid="true"' : '')
export const classOf = (error: string | undefined) => (error ? 'field faulty' : 'field')
const star = (isRequired: boolean) => (isRequired ? ' *' : '')

interface TextTraits {
  readonly type?: 'text' | 'email' | 'tel'
  readonly hint?: string
}

export function textField({ posted, t, errors }: FormState, key: ShortField, traits: TextTraits = {}): string {
  const { type = 'text', hint } = traits
  const [name, error] = [nameOf(key), errors.get(key)]
  return `<div class="${classOf(error)}"><label class="label" for="${key}">${escapeHtml(t(`fields.${key}`))}</label>${notesOf(key, hint, error)}<input type="${type}" id="${key}" name="${name}" value="${escapeHtml(textIn(posted, name))}" autocomplete="off"${type === 'text' ? ' dir="auto"' : ' dir="ltr"'}${invalid(error)}${noteIdsOf(key, hint, error)}></div>`
}

export function longField({ posted, t, errors }: FormState, key: ShortField, hint: string, max: number): string {
  const [name, error] = [nameOf(key), errors.get(key)]
  // HTML parsers drop the first line break after the tag.
  return `<div class="${classOf(error)}"><label class="label" for="${key}">${escapeHtml(t(`fields.${key}`))} *</label>${notesOf(key, hint, error)}<textarea id="${key}" name="${name}" rows="10" maxlength="${max}" required autocomplete="off" dir="auto"${invalid(error)}${noteIdsOf(key, hint, error)}>\n${escapeHtml(textIn(posted, name))}</textarea></div>`
}

export function choice({ posted, errors }: FormState, key: ShortField, label: string, isRequired = false): string {
  const [name, error] = [nameOf(key), errors.get(key)]
  const checked = textIn(posted, name) === '1' ? ' checked' : ''
  return `<div class="${classOf(error)}">${notesOf(key, undefined, error)}<label class="choice" for="${key}"><input type="checkbox" id="${key}" name="${name}" value="1" autocomplete="off"${checked}${isRequired ? ' required' : ''}${invalid(error)}${noteIdsOf(key, undefined, error)}>${escapeHtml(label)}${star(isRequired)}</label></div>`
}

export function profileField({ posted, t, errors }: FormState): string {
  const [name, error] = [nameOf('profile'), errors.get('profile')]
  const options = shortProfiles.map((id, index) => {
    const own = index === 0 ? 'profile' : `profile-${id}`
    const checked = textIn(posted, name) === String(id) ? ' checked' : ''
    const [title, text] = [t(`plainReport.profiles.${id}.title`), t(`plainReport.profiles.${id}.text`)]
    return `<label class="choice" for="${own}"><input type="radio" id="${own}" name="${name}" value="${id}" required autocomplete="off"${checked}${invalid(error)}><strong>${escapeHtml(title)}</strong> ${escapeHtml(text)}</label>`
  })
  return `<fieldset class="${classOf(error)}"><legend>${escapeHtml(t('plainReport.profileQuestion'))} *</legend>${notesOf('profile', undefined, error)}${options.join('')}</fieldset>`
}

export function dateField({ posted, t, errors }: FormState, hint: string): string {
  const error = errors.get('eventDate')
  const boxes = dateParts.map((part, index) => {
    const [id, name] = [index === 0 ? 'eventDate' : `eventDate-${part}`, partName(part)]
    return `<span class="part"><label for="${id}">${escapeHtml(t(`plainReport.parts.${part}`))}</label><input type="text" id="${id}" name="${name}" inputmode="numeric" autocomplete="off" dir="ltr" maxlength="${part === 'anno' ? 4 : 2}" value="${escapeHtml(textIn(posted, name))}"${invalid(error)}></span>`
  })
  return `<fieldset class="${classOf(error)}"${noteIdsOf('eventDate', hint, error)}><legend>${escapeHtml(t('fields.eventDate'))} *</legend>${notesOf('eventDate', hint, error)}${boxes.join('')}</fieldset>`
}

/** Comes after the submit button, because Enter activates the form's first button. */
export const newImageButton = ({ t }: FormState, isSolved: boolean) =>
  isSolved
    ? ''
    : `<p>${escapeHtml(t('plainReport.unreadable'))} <button class="quiet" type="submit" name="${controlNames.newImage}" value="1">${escapeHtml(t('plainReport.newImage'))}</button></p>`

/** Image, audio and answer of the captcha; a sentence if it is solved already. */
export function captchaPart({ t, errors }: FormState, api: string, isSolved: boolean): string {
  const title = `<h2>${escapeHtml(t('plainReport.captchaTitle'))}</h2>`
  if (isSolved) return `${title}<p>${escapeHtml(t('plainReport.solved'))}</p>`
  const error = errors.get('captcha')
  const { digits } = limits.captcha
  const href = escapeHtml(api)
  return [
    `${title}<div class="${classOf(error)} captcha">`,
    `<img src="${href}&amp;type=image" width="320" height="103" alt="${escapeHtml(t('plainReport.imageAlt', { digits }))}">`,
    `<p><a href="${href}&amp;type=audio" target="_blank" rel="noopener">${escapeHtml(t('plainReport.listen'))}</a></p>`,
    `<label class="label" for="captcha">${escapeHtml(t('plainReport.captchaLabel', { digits }))} *</label>`,
    notesOf('captcha', undefined, error),
    `<input type="text" id="captcha" name="${controlNames.captcha}" inputmode="numeric" autocomplete="off" translate="no" dir="ltr" required${invalid(error)}${noteIdsOf('captcha', undefined, error)}></div>`,
  ].join('')
}
