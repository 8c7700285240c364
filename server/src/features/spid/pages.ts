import { paths } from '@portal/contract'
import { escapeHtml, type HtmlPage } from '#platform/http/html-page.ts'
import { textsIn } from '#platform/texts.ts'

const t = textsIn('it')

/** A form that leaves by itself, and by its button where scripts are off (SPID's rules for the POST binding). */
export interface SelfPosting {
  readonly title: string
  readonly text: string
  /** Address that it posts to. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

const hidden = ([name, value]: [string, string]) =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

export const selfPostingPage = ({ title, text, action, fields }: SelfPosting): HtmlPage => ({
  title,
  body: `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
<form method="post" action="${escapeHtml(action)}">${Object.entries(fields).map(hidden).join('')}<button>${escapeHtml(t('spid.go'))}</button></form></main>`,
  script: 'document.forms[0].submit()',
  formAction: new URL(action).origin,
})

/** A page that says one thing, with the way back to the login page. */
export const endPage = (slug: string, title: string, text: string): HtmlPage => ({
  title,
  body: `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
<p><a class="button" href="/${slug}${paths.login}">${escapeHtml(t('spid.back'))}</a></p></main>`,
})
