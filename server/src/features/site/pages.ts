import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRightToLeft, type Language, languages, type Office, type PageSettings } from '@portal/contract'
import { escapeHtml } from '#platform/http/html-page.ts'
import { noScript } from './no-script.ts'

/** JSON that may stand inside a script element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

export type Pages = Readonly<Record<Language, string>>

/** Completes the page of the built site with the office's settings, once for each language, at start. */
export function completePages(siteFolder: string, settings: PageSettings): Pages {
  const template = readFileSync(join(siteFolder, 'index.html'), 'utf8')
  return Object.fromEntries(languages.map((language) => [language, complete(template, settings, language)])) as Pages
}

function complete(template: string, settings: PageSettings, language: Language): string {
  const { office } = settings
  const marks: Record<string, string> = {
    __SLUG__: office.slug,
    __LANG__: language,
    __DIR__: isRightToLeft(language) ? 'rtl' : 'ltr',
    __TITLE__: escapeHtml(office.name),
    __DESCRIPTION__: escapeHtml(descriptionOf(office)),
    __OFFICE__: inScript(settings),
    __NOSCRIPT__: noScript(office, language),
  }
  return template.replaceAll(/__(SLUG|LANG|DIR|TITLE|DESCRIPTION|OFFICE|NOSCRIPT)__/g, (mark) => marks[mark] ?? mark)
}

const descriptionOf = ({ name, tagline, phone }: Office) => `${name}. ${tagline}. ${phone}`
