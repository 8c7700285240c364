import type { OwnSession } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'

interface Props {
  /** Undefined while they are on their way. */
  readonly sessions: readonly OwnSession[] | undefined
  readonly onEnd: (session: OwnSession) => void
}

export function SessionTable({ sessions, onEnd }: Props) {
  const { t } = useTranslation()
  const columns = useMemo(() => columnsOf(t, onEnd), [t, onEnd])
  return (
    <DataTable
      caption={t('mySessions.caption')}
      isCaptionHidden
      columns={columns}
      rows={sessions}
      rowKey={({ id }) => id}
      currentKey={sessions?.find(({ isCurrent }) => isCurrent)?.id}
      emptyText={t('desk.empty')}
      loadingText={t('mySessions.loading')}
      expectedRows={2}
    />
  )
}

const columnsOf = (t: TFunction, onEnd: Props['onEnd']): readonly Column<OwnSession>[] => [
  {
    id: 'browser',
    header: t('mySessions.columns.browser'),
    isRowHeader: true,
    isWrapped: true,
    cell: ({ browser, isCurrent }) => (
      <>
        <span>{browser}</span> {isCurrent && <Badge kind="accent">{t('mySessions.current')}</Badge>}
      </>
    ),
  },
  {
    id: 'network',
    header: t('mySessions.columns.network'),
    width: '8rem',
    cell: ({ network }) => <bdi>{network}</bdi>,
  },
  {
    id: 'signIn',
    header: t('mySessions.columns.signIn'),
    width: '7rem',
    cell: ({ signIn }) => t(`mySessions.signIn.${signIn}`),
  },
  {
    id: 'role',
    header: t('mySessions.columns.role'),
    width: '10rem',
    isWrapped: true,
    isFoldedOnTablet: true,
    cell: ({ selectedRole }) => t(`roles.${selectedRole}`),
  },
  {
    id: 'startedAt',
    header: t('mySessions.columns.startedAt'),
    width: '9.5rem',
    cell: ({ startedAt }) => <ShowInstant instant={startedAt} />,
  },
  {
    id: 'lastSeenAt',
    header: t('mySessions.columns.lastSeenAt'),
    width: '9.5rem',
    cell: ({ lastSeenAt }) => <ShowInstant instant={lastSeenAt} />,
  },
  {
    id: 'action',
    header: t('mySessions.columns.action'),
    width: '6rem',
    cell: (session) => !session.isCurrent && <EndButton session={session} onEnd={onEnd} />,
  },
]

function EndButton({ session, onEnd }: { readonly session: OwnSession } & Pick<Props, 'onEnd'>) {
  const { t } = useTranslation()
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={t('mySessions.endOne', { browser: session.browser })}
      onClick={() => onEnd(session)}
    >
      {t('mySessions.end')}
    </Button>
  )
}
