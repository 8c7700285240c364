import type { MatchReason } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'

/** How a name may match otherwise than exactly. */
const inexact: readonly MatchReason[] = ['start', 'oneLetter', 'similar', 'sound', 'transliteration']

/** The reasons to show: a name of which one word is exact and another is not matches inexactly. */
export const shownReasons = (reasons: readonly MatchReason[]): readonly MatchReason[] =>
  reasons.some((reason) => inexact.includes(reason)) ? reasons.filter((reason) => reason !== 'exact') : reasons

/** Why a search found a record; nothing without a search. */
export function MatchReasons({ reasons }: { readonly reasons: readonly MatchReason[] }) {
  const { t } = useTranslation()
  if (reasons.length === 0) return null
  return (
    <ul className="match-reasons">
      {shownReasons(reasons).map((reason) => (
        <li key={reason}>
          <Badge>{t(`registry.reasons.${reason}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}
