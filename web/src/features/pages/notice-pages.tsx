import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useLanguageChoices } from '#lib/i18n/language-choice.ts'
import { pageTag } from '#lib/i18n/page-language.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { NavigateContext, NavLink } from '#ui/layout/nav-link.tsx'
import { Sections } from './article.tsx'
import {
  isEasyNotice,
  type NoticeLanguage,
  type NoticeTag,
  noticeIn,
  noticeLanguage,
  noticeLanguages,
  noticeTagOf,
} from './notice-texts.ts'

const isRightToLeft = (lang: NoticeLanguage) => lang === 'ar' || lang === 'ur'

/** The whole notice on personal data (article 13 GDPR), in a language that need not be the page's. */
function NoticeText({ tag }: { tag: NoticeTag }) {
  const notice = noticeIn(tag)
  if (!notice) return null
  const lang = noticeLanguage(tag)
  return (
    <div lang={lang} dir={isRightToLeft(lang) ? 'rtl' : 'ltr'}>
      <h1>{notice.title}</h1>
      <p className="lead-text">{notice.lead}</p>
      <Sections sections={notice.sections} />
    </div>
  )
}

function OtherLanguages({ current }: { current: NoticeLanguage }) {
  const { t } = useTranslation()
  return (
    <nav className="notice-languages" aria-label={t('pages.privacy.otherLanguages')}>
      <p>{t('pages.privacy.otherLanguages')}</p>
      <ul className="cluster">
        {Object.entries(noticeLanguages).map(([code, { lang, name }]) => (
          <li key={code}>
            <NavLink
              href={siteHref(paths.privacyNotice, { testo: code })}
              hrefLang={lang}
              lang={lang}
              aria-current={lang === current ? 'page' : undefined}
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Leads from the easy form to the whole text, with the articles of the law. */
function WholeNotice() {
  const { t } = useTranslation()
  const { otherForm, choose } = useLanguageChoices()
  if (!otherForm) return null
  return (
    <NavigateContext value={choose}>
      <p>{t('pages.privacy.easyNote')}</p>
      <p>
        <NavLink href={otherForm.href}>{t('pages.privacy.whole')}</NavLink>
      </p>
    </NavigateContext>
  )
}

function NoticeArticle({ tag }: { tag: NoticeTag }) {
  return (
    <article className="reading-column">
      <OtherLanguages current={noticeLanguage(tag)} />
      <NoticeText tag={tag} />
      {isEasyNotice(tag) && <WholeNotice />}
    </article>
  )
}

export function PrivacyPage() {
  // Rendered again when the language changes.
  useTranslation()
  return <NoticeArticle tag={pageTag()} />
}

/** The same by `?testo=`, which knows languages that the site does not speak. */
export function PrivacyNoticePage() {
  useTranslation()
  const { testo } = useSiteSearch()
  return <NoticeArticle tag={noticeTagOf(testo, pageTag())} />
}
