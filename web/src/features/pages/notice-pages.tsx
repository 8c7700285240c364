import { languageOf, paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Sections } from './article.tsx'
import { type NoticeLanguage, noticeIn, noticeLanguageOf, noticeLanguages } from './notice-texts.ts'

const isRightToLeft = (lang: NoticeLanguage) => lang === 'ar' || lang === 'ur'

/** The whole notice on personal data (article 13 GDPR), in a language that need not be the page's. */
function NoticeText({ lang }: { lang: NoticeLanguage }) {
  const notice = noticeIn(lang)
  if (!notice) return null
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

function NoticeArticle({ lang }: { lang: NoticeLanguage }) {
  return (
    <article className="reading-column">
      <OtherLanguages current={lang} />
      <NoticeText lang={lang} />
    </article>
  )
}

export function PrivacyPage() {
  const { i18n } = useTranslation()
  return <NoticeArticle lang={languageOf(i18n.language)} />
}

/** The same by `?testo=`, which knows languages that the site does not speak. */
export function PrivacyNoticePage() {
  const { i18n } = useTranslation()
  const { testo } = useSiteSearch()
  return <NoticeArticle lang={noticeLanguageOf(testo, languageOf(i18n.language))} />
}
