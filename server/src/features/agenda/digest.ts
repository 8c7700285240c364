import { formatScreenDate, type Office, type PlainDate, paths } from '@portal/contract'
import { textsIn } from '#platform/texts.ts'
import type { Deadline, Deadlines } from './deadlines.ts'

/** Cases that a section of the mail lists; the rest are counted. */
const maxListed = 20

/** The mail of a working day; undefined if nothing is pending. Holds case codes and dates, and no personal data. */
export function digestOf(deadlines: Deadlines, today: PlainDate, office: Office, publicOrigin: string) {
  const t = textsIn('it')
  const late = deadlines.own.filter(({ dueState }) => dueState === 'late')
  const soon = deadlines.own.filter(({ dueState }) => dueState === 'soon')
  const { toAssign, toAssignCount, unread, unattended } = deadlines
  if ([late.length, soon.length, toAssignCount, unread, unattended].every((count) => count === 0)) return undefined
  const line = ({ code, dueOn }: Deadline) => t('agenda.mail.line', { code, day: formatScreenDate(dueOn) })
  const section = (title: 'late' | 'soon' | 'toAssign', cases: readonly Deadline[], total = cases.length) => {
    if (total === 0) return []
    const more = total - Math.min(cases.length, maxListed)
    const lines = [
      ...cases.slice(0, maxListed).map(line),
      ...(more > 0 ? [t('agenda.mail.more', { count: more })] : []),
    ]
    return [[t(`agenda.mail.${title}`, { count: total }), ...lines].join('\n')]
  }
  const count = (what: 'unread' | 'unattended', number: number) =>
    number > 0 ? [t(`agenda.mail.${what}`, { count: number })] : []
  const sections = [
    ...section('late', late),
    ...section('soon', soon),
    ...section('toAssign', toAssign, toAssignCount),
    ...count('unread', unread),
    ...count('unattended', unattended),
  ]
  const href = (path: string) => `${publicOrigin}/${office.slug}${path}`
  return {
    subject: t('agenda.mail.subject', { tag: office.productTag, late: late.length, soon: soon.length }),
    body: t('agenda.mail.body', {
      day: formatScreenDate(today),
      sections: sections.join('\n\n'),
      url: href(paths.deskHome),
      settings: href(paths.agenda),
      office: office.name,
    }),
  }
}
