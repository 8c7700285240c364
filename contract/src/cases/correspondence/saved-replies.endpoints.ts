import { defineEndpoint } from '../../kit/endpoint.ts'
import { rolesOf } from '../../session/roles.ts'
import { newSavedReply, savedReplies } from './saved-replies.ts'

const path = '/v1/segnalazioni/testi-salvati'

export const listSavedReplies = defineEndpoint({
  method: 'GET',
  path,
  summary: 'The saved replies of the caller and those shared by the office, retired ones too.',
  allow: rolesOf('cases'),
  audit: 'none',
  silent: true,
  reply: savedReplies,
})

export const saveReply = defineEndpoint({
  method: 'POST',
  path,
  summary:
    'Saves a reply, or changes or retires one of the caller; RUP alone writes shared ones. Returns all that the caller may use.',
  allow: rolesOf('cases'),
  audit: 'saved_reply_changed',
  body: newSavedReply,
  reply: savedReplies,
})
