import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { PartError } from '#lib/api/lazy-part.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PublicShell } from './public-shell.tsx'

/** Takes the place of a page that broke, or of which a part did not load. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <div className="reading-column" role="alert">
      <h1>{t('errors.title')}</h1>
      <p>{error instanceof PartError ? t(`errors.${error.type}`) : t('errors.text')}</p>
      <Button onClick={() => location.reload()}>{t('errors.retry')}</Button>
    </div>
  )
}

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
