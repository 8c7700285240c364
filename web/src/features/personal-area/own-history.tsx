import { type AssociationEvent, type AssociationKey, associationFields } from '@portal/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Timeline } from '#lib/backoffice/paged-timeline.tsx'
import { ShowInstant } from '#lib/i18n/format.tsx'
import { associationDisplay } from '#record/association-display.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ownEventsQuery } from './own-associations.queries.ts'

/** The whole history of an association, read when the user opens it. */
export function OwnHistory({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const panelId = `own-history-${id}`
  return (
    <Panel
      title={t('personalArea.history.title')}
      level={3}
      actions={
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'personalArea.history.hide' : 'personalArea.history.show')}
        </Button>
      }
    >
      {isOpen ? (
        <div id={panelId}>
          <Events id={id} />
        </div>
      ) : (
        <p>{t('personalArea.history.text')}</p>
      )}
    </Panel>
  )
}

function Events({ id }: { readonly id: number }) {
  const { t } = useTranslation()
  return (
    <Timeline
      texts={{
        loading: t('personalArea.history.loading'),
        earlier: t('personalArea.history.earlier'),
        earlierLoading: t('personalArea.history.loading'),
        earlierFailed: t('personalArea.history.failed'),
      }}
      query={useInfiniteQuery(ownEventsQuery(id))}
      renderEntry={(event) => <EventEntry event={event} />}
    />
  )
}

const keys = Object.keys(associationFields) as AssociationKey[]

/** The labels of the fields that changed, each once. */
function changedLabels(t: TFunction, { changes }: AssociationEvent): string[] {
  const labels = changes.flatMap(({ field }) => {
    const key = keys.find((one) => associationFields[one].wire === field)
    return key ? [associationDisplay.texts.labelOf(t, key)] : []
  })
  return [...new Set(labels)]
}

function EventEntry({ event }: { readonly event: AssociationEvent }) {
  const { t } = useTranslation()
  const { at, kind, from, to } = event
  const labels = changedLabels(t, event)
  return (
    <>
      <p className="timeline-head">
        <ShowInstant instant={at} /> <strong>{t(`personalArea.events.${kind}`)}</strong>
      </p>
      {to && to !== from && (
        <p className="timeline-who">{t('personalArea.history.to', { status: t(`registerStatuses.${to}`) })}</p>
      )}
      {labels.length > 0 && <p>{t('personalArea.history.changed', { fields: labels.join(', ') })}</p>}
    </>
  )
}
