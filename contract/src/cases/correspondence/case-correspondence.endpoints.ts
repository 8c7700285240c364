import { defineEndpoint } from '../../kit/endpoint.ts'
import { onWire, recordIdText } from '../../kit/wire.ts'
import { rolesOf } from '../../session/roles.ts'
import { newComment } from './case-comments.ts'
import { correspondence, correspondenceBefore } from './case-correspondence.ts'
import { messageKeyHeader } from './case-messages.endpoints.ts'
import { endedReminder, newReminder } from './case-reminders.ts'

const params = onWire('parametri_corrispondenza', { id: [recordIdText, 'id'] })

export const getCorrespondence = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/corrispondenza/:id',
  summary:
    'The messages, comments, documents of the office and actions performed of a case in time order: the newest 20, or the 20 before an instant. Marks messages as read.',
  allow: rolesOf('cases'),
  audit: 'case_messages_read',
  silent: true,
  params,
  query: correspondenceBefore,
  reply: correspondence,
})

export const writeComment = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/commenti/:id',
  summary:
    'Writes a comment on a case that only the office reads; the colleagues that it names get a notice. 409 once the data of the case are erased.',
  allow: rolesOf('cases'),
  audit: 'case_commented',
  headers: messageKeyHeader,
  params,
  body: newComment,
  reply: correspondence,
})

export const saveReminder = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/richiami/:id',
  summary:
    'Adds a day on which to come back to a case, or moves one. On its day author and assignee get a notice and a mail, and it is in their calendars.',
  allow: rolesOf('cases'),
  audit: 'case_reminder_changed',
  params,
  body: newReminder,
  reply: correspondence,
})

export const endReminder = defineEndpoint({
  method: 'POST',
  path: '/v1/segnalazioni/richiami/:id/chiudi',
  summary: 'Marks a reminder of a case as done, or removes it.',
  allow: rolesOf('cases'),
  audit: 'case_reminder_changed',
  params,
  body: endedReminder,
  reply: correspondence,
})
