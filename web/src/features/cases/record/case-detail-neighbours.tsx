import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { detailPathOf } from '../list/case-lists.ts'
import { type TrailEnd, useTrail } from '../list/list-trail.ts'
import { useNeighbourPage } from '../list/use-turn-page.ts'
import { useTabWord } from './use-case-tab.ts'

const steps = [
  { end: 'previous', edge: 'isFirst' },
  { end: 'next', edge: 'isLast' },
] as const satisfies readonly { end: TrailEnd; edge: string }[]

/** Links to the previous and next case of the list that the case was opened from, across page boundaries. */
export function CaseNeighbours({ id }: { id: number }) {
  const { t } = useTranslation()
  const tab = useTabWord()
  const turn = useNeighbourPage(tab)
  const trail = useTrail(id, turn.status)
  return (
    <span className="case-neighbours">
      {steps.map(({ end, edge }) => {
        const name = t(`caseActions.${end}`)
        const { id: to, pageHref: href } = trail?.[end] ?? {}
        if (trail && to !== undefined)
          return (
            <NavLink
              key={end}
              {...shortcut(end)}
              className={buttonClass('quiet')}
              href={siteHref(detailPathOf(trail.view), { id: to, scheda: tab })}
            >
              {name}
            </NavLink>
          )
        const { view } = trail ?? {}
        const canTurn = href !== undefined && view !== undefined && view !== 'registry'
        return (
          <Button
            key={end}
            {...shortcut(end)}
            variant="quiet"
            pending={turn.isPending && turn.variables.end === end}
            pendingText={t('site.loading')}
            disabledReason={canTurn ? undefined : t(`caseActions.reasons.${trail ? edge : 'noTrail'}`)}
            onClick={() => canTurn && turn.mutate({ view, end, href })}
          >
            {name}
          </Button>
        )
      })}
    </span>
  )
}
