import { type ProtectedPageName, paths, protectedPages } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { withQueries } from '#lib/api/queries.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Modal } from '#ui/feedback/modal.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { type BookName, placeFor } from './books.ts'
import { ChapterText } from './chapter-text.tsx'
import { useBook } from './help.queries.ts'
import { usePagePath } from './use-page-path.ts'

/** The name of the protected page on show. */
function usePageName(): ProtectedPageName | undefined {
  const path = usePagePath()
  const names = Object.keys(protectedPages) as ProtectedPageName[]
  return names.find((name) => paths[name] === path)
}

/** What the manual says about the page on show, beside it. */
export const ManualDrawer = withQueries(({ onClose }: { onClose: () => void }) => {
  const { selectedRole } = useUser()
  const place = placeFor(usePageName(), selectedRole)
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
