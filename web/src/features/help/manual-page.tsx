import { paths } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { useUser } from '#lib/session/current-user.ts'
import { PageTabs } from '#ui/layout/page-tabs.tsx'
import { type BookName, booksOf, type Chapter, newsOf } from './books.ts'
import { ChapterText } from './chapter-text.tsx'
import { useBook, useMarkSeen } from './help.queries.ts'

/** The books of the manual that the role may read, one at a time, each on one page: it is searched and printed as a whole. */
export function ManualPage() {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const { libro } = useSiteSearch()
  const names = booksOf(selectedRole)
  const current = names.find((name) => name === libro) ?? names[0]
  return (
    <>
      <h1>{t('help.manual')}</h1>
      <PageTabs
        label={t('help.books')}
        tabs={names.map((name) => ({
          href: siteHref(paths.manual, { libro: name }),
          text: t(`help.names.${name}`),
          isCurrent: name === current,
        }))}
      />
      {current && <Book key={current} name={current} />}
    </>
  )
}

function Book({ name }: { name: BookName }) {
  const { t } = useTranslation()
  const { data: chapters, isError, isFetching, refetch } = useBook(name)
  useChapterInView(chapters)
  useNewsRead(name, chapters)
  if (isError && !chapters) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  if (!chapters) return <p>{t('site.loading')}</p>
  const book = siteHref(paths.manual, { libro: name })
  return (
    <div className="manual">
      <nav aria-label={t('help.chapters')} className="manual-chapters">
        <ol>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`${book}#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="manual-book">
        {chapters.map(({ id, title, html }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            <ChapterText html={html} />
          </section>
        ))}
      </div>
    </div>
  )
}

/** Goes to the chapter that the address names, once it is there. */
function useChapterInView(chapters: readonly Chapter[] | undefined) {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => {
    if (!chapters || !hash) return
    const heading = document.getElementById(hash)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [chapters, hash])
}

/** News that are on show are news no more. */
function useNewsRead(name: BookName, chapters: readonly Chapter[] | undefined) {
  const markSeen = useMarkSeen()
  const newest = name === 'novita' ? newsOf(chapters) : undefined
  useEffect(() => {
    if (newest) markSeen(newest)
  }, [newest, markSeen])
}
