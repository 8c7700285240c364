import { useTranslation } from 'react-i18next'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { TextSkeleton } from '#ui/feedback/skeleton.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { EmptyState } from '#ui/layout/panel.tsx'
import { operatorListHref } from './operator-name.ts'
import type { useOperator } from './use-operator.ts'

type Props = Pick<ReturnType<typeof useOperator>, 'isMissing' | 'error' | 'isFetching' | 'refetch'>

/** In place of an account: it is on its way, could not be read, or is not there. */
export function OperatorLoading({ isMissing, error, isFetching, refetch }: Props) {
  const { t } = useTranslation()
  if (isMissing)
    return (
      <EmptyState title={t('operators.notFound')}>
        <NavLink href={operatorListHref()}>{t('operators.toList')}</NavLink>
      </EmptyState>
    )
  if (error) return <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />
  return <TextSkeleton text={t('site.loading')} count={12} />
}
