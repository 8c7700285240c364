import { Readable } from 'node:stream'
import { type Office, paths } from '@portal/contract'
import ical, { ICalEventTransparency } from 'ical-generator'
import type { FileReply } from '#platform/http/serve.ts'
import { textsIn } from '#platform/texts.ts'
import type { Duties, Duty } from './duties.ts'

/** A calendar of deadlines (RFC 5545): all-day events that hold the case's code and status, and no personal data. */
export function calendarOf(duties: Duties, office: Office, publicOrigin: string): FileReply {
  const t = textsIn('it')
  const { host } = new URL(publicOrigin)
  const calendar = ical({
    name: t('agenda.calendar.name', { tag: office.productTag }),
    prodId: { company: office.productTag, product: 'Portale', language: 'IT' },
  })
  const add = (duty: Duty, what: 'close' | 'assign') => {
    const status = t(`caseStatuses.${duty.status}`)
    const url = `${publicOrigin}/${office.slug}${paths.caseDetail}?id=${duty.id}`
    calendar.createEvent({
      id: `${what}-${duty.id}@${host}`,
      start: new Date(`${duty.dueOn}T00:00:00Z`),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: t(`agenda.calendar.${what}`, { code: duty.code }),
      description: t('agenda.calendar.description', { status, url }),
      url,
    })
  }
  for (const duty of duties.own) add(duty, 'close')
  for (const duty of duties.toAssign) add(duty, 'assign')
  return { name: 'scadenze.ics', stream: Readable.from([calendar.toString()]), isInline: true }
}
