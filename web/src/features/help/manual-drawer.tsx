import { paths } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { withQueries } from '#lib/api/queries.tsx'
import { basePath, siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Modal } from '#ui/feedback/modal.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type BookName, pageAt, placeFor } from './books.ts'
import { ChapterText } from './chapter-text.tsx'
import { useBook } from './help.queries.ts'

/** What the manual says about the page on show, beside it. */
export const ManualDrawer = withQueries(({ onClose }: { onClose: () => void }) => {
  const { selectedRole } = useUser()
  const page = useRouterState({ select: ({ location }) => pageAt(location.pathname, basePath) })
  const place = placeFor(page, selectedRole)
  return place ? <Drawer {...place} onClose={onClose} /> : null
})

interface Props {
  readonly book: BookName
  readonly chapter: string
  readonly onClose: () => void
}

function Drawer({ book, chapter: id, onClose }: Props) {
  const { t } = useTranslation()
  const { data: chapters, isError, isFetching, refetch } = useBook(book)
  const chapter = chapters?.find((one) => one.id === id) ?? chapters?.[0]
  const href = `${siteHref(paths.manual, { libro: book })}#${chapter?.id ?? ''}`
  return (
    <Modal
      drawer="end"
      title={chapter?.title ?? t('help.manual')}
      closeText={t('site.close')}
      onClose={onClose}
      footer={
        <NavLink href={href} onClick={onClose}>
          {t('help.whole')}
        </NavLink>
      }
    >
      {isError && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {chapter && <ChapterText html={chapter.html} />}
      {!chapter && !isError && <p>{t('site.loading')}</p>}
    </Modal>
  )
}
