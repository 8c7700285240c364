import { randomUUID } from 'node:crypto'
import { type Acting, type Headers, people } from './acting.ts'
import { sendReport } from './reports.ts'

const readCase = ({ call, insist }: Acting, id: number, headers: Headers) =>
  insist(() => call({ kind: 'case' }, 'GET', `/v1/segnalazioni/dettaglio/${id}`, { headers }))

/** Takes the write lock of a case, or releases it; 409 while another user has it. */
const lock = ({ call }: Acting, id: number, headers: Headers, action: 'mantieni' | 'rilascia') =>
  call({ kind: `lock ${action}`, isWrite: true, also: [409] }, 'GET', `/v1/segnalazioni/lock/${id}?azione=${action}`, {
    headers,
  })

/** Two managers, who save one case again and again, each under its lock and with another note. */
export async function saveTogether(acting: Acting) {
  const { id_segnalazione: id } = await sendReport(acting)
  if (!id) return
  const managers = [people.manager, people.secondManager]
  await Promise.all(managers.map(async (cf) => saveAgain(acting, id, await acting.signIn(cf))))
}

async function saveAgain(acting: Acting, id: number, headers: Headers) {
  const { isOver, pause, insist } = acting
  while (!isOver()) {
    const held = await lock(acting, id, headers, 'mantieni')
    if (held.status === 200) await saveOnce(acting, id, headers)
    // Also where nobody knows whether it was taken.
    if (held.status !== 409) await insist(() => lock(acting, id, headers, 'rilascia'))
    await pause()
  }
}

async function saveOnce(acting: Acting, id: number, headers: Headers) {
  const { call, note } = acting
  const current = (await readCase(acting, id, headers)).body?.result
  if (!current) return
  const mark = randomUUID()
  const wanted = { kind: 'save', isWrite: true, also: [409, 412] }
  const body = { ...current, note: `Sentito il segnalante: ${mark}.` }
  const reply = await call(wanted, 'POST', '/v1/segnalazioni/integrazione-segnalazione', { body, headers })
  note(reply, { kind: 'save', mark, record: { id } })
}

/** Assigns a case to an operator, who gives it back, again and again. */
export async function moveAgain(acting: Acting) {
  const { isOver, pause, signIn, call, insist } = acting
  const { id_segnalazione: id } = await sendReport(acting)
  if (!id) return
  const [manager, operator] = [await signIn(people.manager), await signIn(people.operatorTwo)]
  const session = await insist(() => call({ kind: 'session' }, 'GET', '/v1/utenti/in-sessione', { headers: operator }))
  const operatorId = session.body?.result?.id_utente
  while (!isOver()) {
    const current = (await readCase(acting, id, manager)).body?.result
    const isAssigned = current?.id_stato === statusInWorkTwo
    if (current && isAssigned) await move(acting, operator, { current, azione: 'restituisci' })
    else if (current) await move(acting, manager, { current, azione: 'assegna_op2', id_operatore: operatorId })
    await pause()
  }
}

const statusInWorkTwo = 4

interface Move {
  readonly current: { readonly id_segnalazione: number; readonly versione: number }
  readonly azione: string
  readonly id_operatore?: number
}

async function move({ call, note }: Acting, headers: Headers, { current, ...action }: Move) {
  const mark = randomUUID()
  const { id_segnalazione, versione } = current
  const body = { id_segnalazione, versione, ...action, motivo: `Così: ${mark}.` }
  const wanted = { kind: 'transition', isWrite: true, also: [409, 412] }
  const reply = await call(wanted, 'POST', '/v1/segnalazioni/cambia-stato-segnalazione', { body, headers })
  note(reply, { kind: 'transition', mark, record: { id: id_segnalazione, operatorId: action.id_operatore } })
}
