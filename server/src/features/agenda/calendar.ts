import { Readable } from 'node:stream'
import { type Office, paths } from '@portal/contract'
import ical, { ICalEventTransparency } from 'ical-generator'
import type { FileReply } from '#platform/http/serve.ts'
import { textsIn } from '#platform/texts.ts'
import type { Deadline, Deadlines } from './deadlines.ts'

/** A calendar of deadlines (RFC 5545): all-day events that hold the case's code and status, and no personal data. */
export function calendarOf(deadlines: Deadlines, office: Office, publicOrigin: string): FileReply {
  const t = textsIn('it')
  const { host } = new URL(publicOrigin)
  const calendar = ical({
    name: t('agenda.calendar.name', { tag: office.productTag }),
    prodId: { company: office.productTag, product: 'Portale', language: 'IT' },
  })
  const add = (deadline: Deadline, what: 'close' | 'assign') => {
    const status = t(`caseStatuses.${deadline.status}`)
    const url = `${publicOrigin}/${office.slug}${paths.caseDetail}?id=${deadline.id}`
    calendar.createEvent({
      id: `${what}-${deadline.id}@${host}`,
      start: new Date(`${deadline.dueOn}T00:00:00Z`),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: t(`agenda.calendar.${what}`, { code: deadline.code }),
      description: t('agenda.calendar.description', { status, url }),
      url,
    })
  }
  for (const deadline of deadlines.own) add(deadline, 'close')
  for (const deadline of deadlines.toAssign) add(deadline, 'assign')
  return { name: 'scadenze.ics', stream: Readable.from([calendar.toString()]), isInline: true }
}
