import {
  appErrors,
  type CaseStatus,
  caseActionWords,
  caseDenialErrors,
  caseDenialWords,
  caseStatusIds,
  editDenialWords,
  type Role,
} from '@portal/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../test/build-app.ts'
import { makeCase } from '../../../test/make-case.ts'

let portal: TestApp
const roles = ['manager', 'operatorOne', 'operatorTwo'] as const satisfies readonly Role[]
type CaseRole = (typeof roles)[number]
const callers = {} as Record<CaseRole, Caller>
const people = {} as Record<CaseRole, number>
/** Works on cases as well, and calls nothing here. */
let colleague = 0
beforeAll(async () => {
  portal = await startTestApp()
  for (const role of roles) {
    callers[role] = await portal.as(role)
    people[role] = await portal.idOf(role)
  }
  colleague = await portal.idOf('registerAdmin')
})
afterAll(() => portal.close())

/** All that any action needs: nothing but the workflow decides. */
const everyInput = () => ({
  id_pertinenza: 1,
  id_ground: 1,
  motivo: 'Serve altro.',
  id_esito_finale: 3,
  id_azioni_svolte: 1,
  flag_risposta_immediata: 1,
  id_ente_esterno: 1,
  data_assegnazione_esterna: '2026-11-19T00:00:00.000Z',
  protocollo_esterno: 'OSCAD 12/2026',
  base_giuridica: 'art. 7',
})
const operatorOf = (word: string) => ({
  id_operatore: word === 'assegna_op1' ? people.operatorOne : people.operatorTwo,
})

interface Situation {
  readonly assignee: 'nobody' | 'self' | 'other'
  readonly columns?: () => Readonly<Record<string, unknown>>
  readonly isLocked?: boolean
}
const situations: Readonly<Record<string, Situation>> = {
  'assigned to nobody': { assignee: 'nobody' },
  'assigned to the user': { assignee: 'self' },
  'assigned to another person': { assignee: 'other' },
  'proposed to be closed': { assignee: 'self', columns: () => ({ closing_proposed_at: portal.clock.now() }) },
  'without its persons': { assignee: 'self', columns: () => ({ pseudonymised_at: portal.clock.now() }) },
  'edited by another person': { assignee: 'self', isLocked: true },
}

async function make(role: CaseRole, status: CaseStatus, { assignee, columns, isLocked }: Situation): Promise<number> {
  const assignedTo = { nobody: null, self: people[role], other: colleague }[assignee]
  const id = await makeCase(portal, { status, assignedTo, columns: columns?.() ?? {} })
  if (isLocked)
    await portal.database.pool.query(
      `insert into record_locks (kind, record_id, user_id, since, until)
       values ('case', $1, $2, $3, $3::timestamptz + interval '1 minute')`,
      [id, colleague, portal.clock.now()],
    )
  return id
}

const keyOf = (words: Readonly<Record<string, string>>, word: string) =>
  Object.keys(words).find((key) => words[key] === word) as keyof typeof caseDenialErrors
/** The answer that a denial in `azioni` announces. */
const answerOf = (denial: string | null, words: Readonly<Record<string, string>> = caseDenialWords) => {
  if (denial === null) return { status: 200, errorCode: null }
  const { status, word } = appErrors[caseDenialErrors[keyOf(words, denial)]]
  return { status, errorCode: word }
}

const cells = roles.flatMap((role) => Object.keys(situations).map((name) => [role, name] as const))

test.each(cells)('what the detail says %s may do to a case %s is what each call answers', async (role, name) => {
  const situation = situations[name] as Situation
  const caller = callers[role]
  for (const status of Object.keys(caseStatusIds) as CaseStatus[]) {
    let id = await make(role, status, situation)
    const detail = await caller.raw('GET', `/v1/segnalazioni/dettaglio/${id}`)
    const isHidden = detail.status === 403
    for (const word of Object.values(caseActionWords)) {
      const body = { id_segnalazione: id, versione: 1, azione: word, ...everyInput(), ...operatorOf(word) }
      const reply = await caller.raw('POST', '/v1/segnalazioni/cambia-stato-segnalazione', body)
      const expected = isHidden ? answerOf('ruolo_non_ammesso') : answerOf(detail.body.result.azioni[word])
      const { errorCode } = reply.body
      expect({ status, word, reply: { status: reply.status, errorCode } }).toEqual({ status, word, reply: expected })
      if (reply.status === 200) id = await make(role, status, situation)
    }
    const edit = await caller.raw('GET', `/v1/segnalazioni/lock/${id}?azione=mantieni`)
    const expected = isHidden
      ? answerOf('ruolo_non_ammesso')
      : answerOf(detail.body.result.azioni.modifica, editDenialWords)
    expect({ status, edit: edit.status, errorCode: edit.body.errorCode }).toEqual({
      status,
      edit: expected.status,
      errorCode: expected.errorCode,
    })
  }
})
