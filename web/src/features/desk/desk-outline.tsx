import { useTranslation } from 'react-i18next'
import '../../styles/desk.scss'
import { type PageKind, PageSkeleton } from '#ui/feedback/page-skeleton.tsx'
import { countTo } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icon.tsx'
import { DeskBrand } from './desk-brand.tsx'

interface Props {
  /** True for the pages of an association's own operators. */
  readonly isPersonalArea?: boolean
  readonly kind?: PageKind
  readonly title?: string | undefined
}

/**
 * The frame of the office's pages before it is known who sees them: bar, menu and page as shapes in their places. The server
 * sends it as HTML, so nothing in it can be pressed.
 */
export function DeskOutline({ isPersonalArea = false, kind = 'text', title }: Props) {
  const { t } = useTranslation()
  return (
    <div className="desk">
      <header className="desk-bar desk-bar-outline">
        <span className="desk-brand">
          <DeskBrand isPersonalArea={isPersonalArea} />
        </span>
        <span className="desk-menu-button" />
        <span className="palette-button" aria-hidden="true">
          <Icon name="it-search" size="sm" />
          <span>{t('palette.title')}</span>
        </span>
      </header>
      <div className="desk-body">
        <div className="desk-side desk-side-outline" aria-hidden="true">
          {countTo(8).map((entry) => (
            <span key={entry} className="skeleton" />
          ))}
        </div>
        <main id="content" className="desk-main" tabIndex={-1}>
          <PageSkeleton kind={kind} title={title} text={t('site.loading')} />
        </main>
      </div>
    </div>
  )
}
