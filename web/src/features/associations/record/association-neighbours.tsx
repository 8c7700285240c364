import { paths } from '@portal/contract'
import { useTabWordOf } from '#lib/backoffice/tab-in-address.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { RecordNeighbours } from '#record/record-neighbours.tsx'
import { useQueueNeighbours } from '../home/register-trail.ts'
import { type AssociationTabId, tabWords } from './association-tab-words.ts'

/** Links to the previous and next association of the queue that this one was opened from; nothing for one that was not. */
export function AssociationNeighbours({ id }: { readonly id: number }) {
  const neighbours = useQueueNeighbours(id)
  const tab = useTabWordOf<AssociationTabId>(tabWords)
  if (!neighbours) return null
  return (
    <RecordNeighbours
      neighbourOf={(end, edgeText) => {
        const to = neighbours[end]
        return to === undefined
          ? { disabledReason: edgeText }
          : { href: siteHref(paths.newRequestDetail, { id: to, scheda: tab }) }
      }}
    />
  )
}
