import * as z from 'zod/mini'
import { defineEndpoint } from '../kit/endpoint.ts'
import { limits } from '../kit/limits.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, instant, onWire, recordId } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

/** What the office tells its people of cases: each of them on its screen, and by a mail that says no more than this. */
export const noticeKinds = {
  assigned: 'caso_assegnato',
  toAssign: 'caso_da_assegnare',
  givenBack: 'caso_restituito',
  closingProposed: 'chiusura_proposta',
  taken: 'caso_passato_ad_altri',
  reopened: 'caso_riaperto',
  closed: 'caso_chiuso',
  cancelled: 'caso_annullato',
  external: 'caso_a_ente_esterno',
  lockTaken: 'modifica_rilevata',
  answered: 'risposta_del_segnalante',
} as const
export type NoticeKind = keyof typeof noticeKinds

export const notice = onWire(
  'avviso',
  {
    id: recordId,
    kind: enumOnWire(noticeKinds),
    caseId: recordId,
    code: z.string(),
    madeAt: instant,
    readAt: z.optional(instant),
  },
  { id: 'id_avviso', kind: 'tipo', caseId: 'id_segnalazione', code: 'codice', madeAt: 'data', readAt: 'data_lettura' },
)
export type Notice = z.output<typeof notice>

export const listNotices = defineEndpoint({
  method: 'GET',
  path: '/v1/avvisi',
  summary: 'What the office told whoever asks of their cases, newest first.',
  allow: rolesOf('cases'),
  audit: 'none',
  silent: true,
  query: pageQuery(z.object({})),
  reply: pageOf(notice),
})

export const readNotices = defineEndpoint({
  method: 'POST',
  path: '/v1/avvisi/letti',
  summary: 'Marks notices of whoever asks as read: those named, which are those that were shown.',
  allow: rolesOf('cases'),
  audit: 'none',
  silent: true,
  body: onWire(
    'avvisi_letti',
    { ids: z.array(recordId).check(z.minLength(1), z.maxLength(limits.page.maxRows)) },
    { ids: 'id_avvisi' },
  ),
  reply: onWire('avvisi_non_letti', { unread: z.int() }, { unread: 'non_letti' }),
})
