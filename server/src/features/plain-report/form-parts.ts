import { limits } from '@portal/contract'
import { escapeHtml } from '#platform/http/html-page.ts'
import type { Translate } from '#platform/texts.ts'
import { controlNames } from './plain-report.service.ts'
import { dateParts, nameOf, type Posted, partName, type ShortField, shortProfiles, textIn } from './short-form.rules.ts'

/** Input of every part of the form. */
export interface FormState {
  readonly posted: Posted
  readonly t: Translate
  /** Error sentences by field id. */
  readonly faults: ReadonlyMap<string, string>
}

const noteIdsOf = (id: string, hint: string | undefined, fault: string | undefined) => {
  const ids = [...(hint ? [`${id}-hint`] : []), ...(fault ? [`${id}-fault`] : [])]
  return ids.length > 0 ? ` aria-describedby="${ids.join(' ')}"` : ''
}

const notesOf = (id: string, hint: string | undefined, fault: string | undefined) =>
  (hint ? `<span class="hint" id="${id}-hint">${escapeHtml(hint)}</span>` : '') +
  (fault ? `<span class="fault" id="${id}-fault">${escapeHtml(fault)}</span>` : '')

const invalid = (fault: string | undefined) => (fault ? ' aria-invalid="true"' : '')
const classOf = (fault: string | undefined) => (fault ? 'field faulty' : 'field')
const star = (isRequired: boolean) => (isRequired ? ' *' : '')

interface TextTraits {
  readonly type?: 'text' | 'email' | 'tel'
  readonly autocomplete: string
  readonly hint?: string
}

export function textField({ posted, t, faults }: FormState, key: ShortField, traits: TextTraits): string {
  const { type = 'text', autocomplete, hint } = traits
  const [name, fault] = [nameOf(key), faults.get(key)]
  return `<div class="${classOf(fault)}"><label class="label" for="${key}">${escapeHtml(t(`fields.${key}`))}</label>${notesOf(key, hint, fault)}<input type="${type}" id="${key}" name="${name}" value="${escapeHtml(textIn(posted, name))}" autocomplete="${autocomplete}"${type === 'text' ? ' dir="auto"' : ' dir="ltr"'}${invalid(fault)}${noteIdsOf(key, hint, fault)}></div>`
}

export function longField({ posted, t, faults }: FormState, key: ShortField, hint: string, max: number): string {
  const [name, fault] = [nameOf(key), faults.get(key)]
  // HTML parsers drop the first line break after the tag.
  return `<div class="${classOf(fault)}"><label class="label" for="${key}">${escapeHtml(t(`fields.${key}`))} *</label>${notesOf(key, hint, fault)}<textarea id="${key}" name="${name}" rows="10" maxlength="${max}" required dir="auto"${invalid(fault)}${noteIdsOf(key, hint, fault)}>\n${escapeHtml(textIn(posted, name))}</textarea></div>`
}

export function choice({ posted, faults }: FormState, key: ShortField, label: string, isRequired = false): string {
  const [name, fault] = [nameOf(key), faults.get(key)]
  const checked = textIn(posted, name) === '1' ? ' checked' : ''
  return `<div class="${classOf(fault)}">${notesOf(key, undefined, fault)}<label class="choice" for="${key}"><input type="checkbox" id="${key}" name="${name}" value="1"${checked}${isRequired ? ' required' : ''}${invalid(fault)}${noteIdsOf(key, undefined, fault)}>${escapeHtml(label)}${star(isRequired)}</label></div>`
}

export function profileField({ posted, t, faults }: FormState): string {
  const [name, fault] = [nameOf('profile'), faults.get('profile')]
  const options = shortProfiles.map((id, index) => {
    const own = index === 0 ? 'profile' : `profile-${id}`
    const checked = textIn(posted, name) === String(id) ? ' checked' : ''
    const [title, text] = [t(`plainReport.profiles.${id}.title`), t(`plainReport.profiles.${id}.text`)]
    return `<label class="choice" for="${own}"><input type="radio" id="${own}" name="${name}" value="${id}" required${checked}${invalid(fault)}><strong>${escapeHtml(title)}</strong> ${escapeHtml(text)}</label>`
  })
  return `<fieldset class="${classOf(fault)}"><legend>${escapeHtml(t('plainReport.profileQuestion'))} *</legend>${notesOf('profile', undefined, fault)}${options.join('')}</fieldset>`
}

export function dateField({ posted, t, faults }: FormState, hint: string): string {
  const fault = faults.get('eventDate')
  const boxes = dateParts.map((part, index) => {
    const [id, name] = [index === 0 ? 'eventDate' : `eventDate-${part}`, partName(part)]
    return `<span class="part"><label for="${id}">${escapeHtml(t(`plainReport.parts.${part}`))}</label><input type="text" id="${id}" name="${name}" inputmode="numeric" autocomplete="off" dir="ltr" maxlength="${part === 'anno' ? 4 : 2}" value="${escapeHtml(textIn(posted, name))}"${invalid(fault)}></span>`
  })
  return `<fieldset class="${classOf(fault)}"${noteIdsOf('eventDate', hint, fault)}><legend>${escapeHtml(t('fields.eventDate'))} *</legend>${notesOf('eventDate', hint, fault)}${boxes.join('')}</fieldset>`
}

/** Comes after the submit button, because Enter activates the form's first button. */
export const newImageButton = ({ t }: FormState, isSolved: boolean) =>
  isSolved
    ? ''
    : `<p>${escapeHtml(t('plainReport.unreadable'))} <button class="quiet" type="submit" name="${controlNames.newImage}" value="1">${escapeHtml(t('plainReport.newImage'))}</button></p>`

/** Image, audio and answer of the captcha; a sentence if it is solved already. */
export function captchaPart({ t, faults }: FormState, api: string, isSolved: boolean): string {
  const title = `<h2>${escapeHtml(t('plainReport.captchaTitle'))}</h2>`
  if (isSolved) return `${title}<p>${escapeHtml(t('plainReport.solved'))}</p>`
  const fault = faults.get('captcha')
  const { digits } = limits.captcha
  const href = escapeHtml(api)
  return [
    `${title}<div class="${classOf(fault)} captcha">`,
    `<img src="${href}&amp;type=image" width="320" height="103" alt="${escapeHtml(t('plainReport.imageAlt', { digits }))}">`,
    `<p><a href="${href}&amp;type=audio" target="_blank" rel="noopener">${escapeHtml(t('plainReport.listen'))}</a></p>`,
    `<label class="label" for="captcha">${escapeHtml(t('plainReport.captchaLabel', { digits }))} *</label>`,
    notesOf('captcha', undefined, fault),
    `<input type="text" id="captcha" name="${controlNames.captcha}" inputmode="numeric" autocomplete="off" dir="ltr" required${invalid(fault)}${noteIdsOf('captcha', undefined, fault)}></div>`,
  ].join('')
}
