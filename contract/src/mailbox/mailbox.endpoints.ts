import * as z from 'zod/mini'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { filtersOnWire } from '../kit/filter-schemas.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { cleanText } from '../kit/values/characters.ts'
import { flag, onWire, recordId, recordIdText } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'
import { addedMail, mailboxCheck, mailState, receivedMail, receivedMailRow, takenMailFile } from './received-mail.ts'

const allow = rolesOf('newCase')
const params = onWire('parametri_posta', { id: [recordIdText, 'id'] })

export const listReceivedMails = defineEndpoint({
  method: 'GET',
  path: '/v1/posta',
  summary: 'The mails that the mailboxes of the office received, newest first: by default those to review.',
  allow,
  audit: 'mail_list_read',
  silent: true,
  query: pageQuery(filtersOnWire('filtri_posta', { state: [z.optional(mailState), 'stato'] })),
  reply: pageOf(receivedMailRow),
})

export const listMailboxes = defineEndpoint({
  ...unauditedRead,
  path: '/v1/posta/caselle',
  summary:
    'The mailboxes that the portal reads: when each was last read, and since when one cannot be, with the reason.',
  allow,
  reply: onWire('caselle_di_posta', { mailboxes: [z.array(mailboxCheck), 'caselle'] }),
})

export const getReceivedMail = defineEndpoint({
  method: 'GET',
  path: '/v1/posta/dettaglio/:id',
  summary: 'A received mail with its text, the names of its files, and the cases that it may belong to.',
  allow,
  audit: 'mail_read',
  silent: true,
  params,
  reply: receivedMail,
})

export const takeMailFiles = defineEndpoint({
  method: 'POST',
  path: '/v1/posta/allegati/:id',
  summary:
    'Checks the files of a mail as uploads and stores those that pass for the caller, until a case claims them; a repeat returns the same files.',
  allow,
  audit: 'file_scanned',
  silent: true,
  params,
  reply: onWire('allegati_posta', { files: [z.array(takenMailFile), 'allegati'] }),
})

export const addMailToCase = defineEndpoint({
  method: 'POST',
  path: '/v1/posta/nel-caso/:id',
  summary:
    'Adds a mail to a case that the caller may read, with the files that pass the checks: as a message of the reporter or, where another person wrote it, as a comment and documents of the office. 409 where it was decided already.',
  allow,
  audit: 'mail_decided',
  params,
  body: onWire('posta_nel_caso', {
    caseId: [recordId, 'id_segnalazione'],
    /** Whether the reporter wrote it, as the operator decides; the default. The reporter can read such a message. */
    isFromReporter: [z.optional(flag), 'flag_del_segnalante'],
  }),
  reply: addedMail,
})

export const dismissMail = defineEndpoint({
  method: 'POST',
  path: '/v1/posta/non-per-noi/:id',
  summary: 'Marks a mail as not for the office, with the reason; it is deleted after a setting of days.',
  allow,
  audit: 'mail_decided',
  params,
  body: onWire('posta_non_per_noi', {
    reason: [
      z.string().check(
        z.overwrite((text) => cleanText(text).text),
        z.trim(),
        z.minLength(1),
        z.maxLength(500),
      ),
      'motivo',
    ],
  }),
  reply: receivedMail,
})

export const reviewMail = defineEndpoint({
  method: 'POST',
  path: '/v1/posta/da-esaminare/:id',
  summary:
    'Takes the mark back by which a mail was not for the office, or takes one out of the case that it was added to, with its message or comment and its files: it is to be reviewed again. 409 where the office has answered its message, or the case was made of it.',
  allow,
  audit: 'mail_decided',
  params,
  reply: receivedMail,
})
