import { paths } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { useQueueNeighbours } from '../home/register-trail.ts'

const steps = [
  { end: 'previous', edge: 'isFirst' },
  { end: 'next', edge: 'isLast' },
] as const

/** Links to the previous and next association of the queue that this one was opened from; nothing for one that was not. */
export function AssociationNeighbours({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const neighbours = useQueueNeighbours(id)
  if (!neighbours) return null
  return (
    <span className="case-neighbours">
      {steps.map(({ end, edge }) => {
        const to = neighbours[end]
        const name = t(`caseActions.${end}`)
        return to === undefined ? (
          <Button key={end} variant="quiet" disabledReason={t(`caseActions.reasons.${edge}`)}>
            {name}
          </Button>
        ) : (
          <NavLink
            key={end}
            {...shortcut(end === 'next' ? 'after' : 'before')}
            className={buttonClass('quiet')}
            href={siteHref(paths.newRequestDetail, { id: to })}
          >
            {name}
          </NavLink>
        )
      })}
    </span>
  )
}
