import { type AuditEntry, paths, type RecordKind } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { recordText } from './audit-texts.ts'

/** The page that shows a record; kinds without one are named only. */
const pageOf: Partial<Record<RecordKind, (id: number) => string>> = {
  case: (id) => siteHref(paths.caseDetail, { id }),
  rights: (id) => siteHref(paths.rightsDetail, { id }),
  batch: () => siteHref(paths.batch),
  key: () => siteHref(paths.batch),
  retention: () => siteHref(paths.batch),
}

interface Props {
  readonly entry: AuditEntry
  /** How many are named before 'and so many more'. */
  readonly most?: number
}

/** The records that an entry is about. */
export function RecordLinks({ entry: { recordKind, recordIds }, most = Number.POSITIVE_INFINITY }: Props) {
  const { t } = useTranslation()
  if (!recordKind || recordIds.length === 0) return '–'
  const left = recordIds.length - most
  const href = pageOf[recordKind]
  return (
    <span className="record-links">
      {recordIds.slice(0, most).map((id) => {
        const text = recordText(t, recordKind, id)
        return href ? (
          <NavLink key={id} href={href(id)}>
            {text}
          </NavLink>
        ) : (
          <span key={id}>{text}</span>
        )
      })}
      {left > 0 && <span>{t('auditPage.more', { count: left })}</span>}
    </span>
  )
}
