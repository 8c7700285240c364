import { defineEndpoint } from '../kit/endpoint.ts'
import { onWire, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { correspondence, correspondenceBefore } from './case-correspondence.ts'

export const getCorrespondence = defineEndpoint({
  method: 'GET',
  path: '/v1/segnalazioni/corrispondenza/:id',
  summary:
    'The messages, documents of the office and actions performed of a case in time order: the newest 20, or the 20 before an instant. Marks messages as read.',
  allow: rolesOf('cases'),
  audit: 'case_messages_read',
  silent: true,
  params: onWire('parametri_corrispondenza', { id: [recordIdText, 'id'] }),
  query: correspondenceBefore,
  reply: correspondence,
})
