import { useTranslation } from 'react-i18next'
import { type KeyAction, shortcut } from '#lib/backoffice/desk-keys.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-name.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'

export type NeighbourEnd = 'previous' | 'next'

/** The record before or after: its address, or what leads there, or why there is none. */
export type Neighbour =
  | { readonly href: string }
  | { readonly onSelect: () => void; readonly isPending: boolean }
  | { readonly disabledReason: string }

const ends = [
  { end: 'previous', edge: 'isFirst', key: 'before', icon: 'it-chevron-left' },
  { end: 'next', edge: 'isLast', key: 'after', icon: 'it-chevron-right' },
] as const satisfies readonly { end: NeighbourEnd; edge: string; key: KeyAction; icon: IconName }[]

interface Props {
  /** `edgeText` says that the record is the first or the last. */
  readonly neighbourOf: (end: NeighbourEnd, edgeText: string) => Neighbour
}

/** Leads to the record before and the record after in the list that this one was opened from. */
export function RecordNeighbours({ neighbourOf }: Props) {
  const { t } = useTranslation()
  return (
    <span className="case-neighbours">
      {ends.map(({ end, edge, key, icon }) => {
        const neighbour = neighbourOf(end, t(`caseActions.reasons.${edge}`))
        const name = (
          <>
            <Icon name={icon} size="sm" />
            <span className="visually-hidden">{t(`caseActions.${end}`)}</span>
          </>
        )
        if ('href' in neighbour)
          return (
            <NavLink key={end} {...shortcut(key)} className={buttonClass('quiet')} href={neighbour.href}>
              {name}
            </NavLink>
          )
        const { onSelect, isPending, disabledReason } = { ...noAction, ...neighbour }
        return (
          <Button
            key={end}
            {...shortcut(key)}
            variant="quiet"
            pending={isPending}
            pendingText={t('site.loading')}
            disabledReason={disabledReason}
            onClick={onSelect}
          >
            {name}
          </Button>
        )
      })}
    </span>
  )
}

const noAction = { onSelect: undefined, isPending: false, disabledReason: undefined }
