import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { NavLink } from '#ui/nav-link.tsx'
import { detailPathOf } from './case-lists.ts'
import { useTrail } from './list-trail.ts'

/** The case before this one and the one after it, in the list that it was opened from. */
export function CaseNeighbours({ id }: { id: number }) {
  const { t } = useTranslation()
  const trail = useTrail(id)
  const steps = [
    { name: 'previous', to: trail?.previousId, end: 'isFirst' },
    { name: 'next', to: trail?.nextId, end: 'isLast' },
  ] as const
  return (
    <span className="case-neighbours">
      {steps.map(({ name, to, end }) =>
        trail && to !== undefined ? (
          <NavLink key={name} className={buttonClass('quiet')} href={siteHref(detailPathOf(trail.view), { id: to })}>
            {t(`caseActions.${name}`)}
          </NavLink>
        ) : (
          <Button key={name} variant="quiet" disabledReason={t(`caseActions.reasons.${trail ? end : 'noTrail'}`)}>
            {t(`caseActions.${name}`)}
          </Button>
        ),
      )}
    </span>
  )
}
