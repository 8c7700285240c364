import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { CallError } from '#lib/api/call-error.ts'
import { PartError } from '#lib/api/lazy-part.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PublicShell } from './public-shell.tsx'

/** What went wrong, as far as the page can say. */
function reasonOf(error: unknown) {
  if (error instanceof PartError) return `errors.${error.type}` as const
  const isAway = error instanceof CallError && (error.status === 0 || error.status === 503)
  return isAway ? 'errors.away' : 'errors.text'
}

/** Takes the place of a page that broke, or of which a part or the server did not answer. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <div className="reading-column" role="alert">
      <h1>{t('errors.title')}</h1>
      <p>{t(reasonOf(error))}</p>
      <Button onClick={() => location.reload()}>{t('errors.retry')}</Button>
    </div>
  )
}

/** The same where not even the frame of the page came. */
export const WholeErrorPage = ({ error }: { error: unknown }) => (
  <main id="content" tabIndex={-1} className="container page-body">
    <ErrorPage error={error} />
  </main>
)

/** With the ways on of every public page: languages, telephone, the way out. */
export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <PublicShell>
      <div className="reading-column">
        <h1>{t('errors.notFound')}</h1>
        <p>{t('errors.notFoundText')}</p>
        <a className={buttonClass()} href={siteHref(paths.home)}>
          {t('errors.home')}
        </a>
      </div>
    </PublicShell>
  )
}
