import { paths } from '@portal/contract'
import { escapeHtml, type HtmlPage } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'

const t = textsIn('it')

/** A form that submits itself, or by its button without JavaScript (SPID's rules for the POST binding). */
export interface AutoSubmitForm {
  readonly title: string
  readonly text: string
  /** URL that the form posts to. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

const hiddenInput = ([name, value]: [string, string]) =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

export const autoSubmitPage = ({ title, text, action, fields }: AutoSubmitForm): HtmlPage => ({
  title,
  body: `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
<form method="post" action="${escapeHtml(action)}">${Object.entries(fields).map(hiddenInput).join('')}<button>${escapeHtml(t('spid.go'))}</button></form></main>`,
  script: 'document.forms[0].submit()',
  formAction: new URL(action).origin,
})

/** A page with a message and a link to the login page. */
export const messagePage = (slug: string, title: string, text: string): HtmlPage => ({
  title,
  body: `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
<p><a class="button" href="/${slug}${paths.login}">${escapeHtml(t('spid.back'))}</a></p></main>`,
})
