import {
  actOnAssessment,
  actOnSummary,
  addCaseDocuments,
  addPerformedActions,
  addPerson,
  answerFollowUp,
  answerForm,
  type CaseDetail,
  callRequestForm,
  caseActionForm,
  caseActionWords,
  changeCaseStatus,
  dayIn,
  enterCase,
  type FileRef,
  formMarkHeader,
  getAssessment,
  getCase,
  getSummary,
  listCaseMessages,
  newCaseForm,
  noteCall,
  officeMessageForm,
  officeZone,
  personForm,
  type Receipt,
  reportForm,
  requestCall,
  saveCase,
  saveCaseForm,
  sendCaseMessage,
  submitReport,
  writeFormMark,
  writeWire,
} from '@portal/contract'
import * as z from 'zod/mini'
import type { Step } from './case-steps.ts'
import type { EvidenceFile, EvidenceKind } from './evidence.ts'
import type { OfficeClient } from './office-client.ts'
import type { Entry, SampleCase } from './sample-case.ts'
import type { StaffKey } from './staff.ts'

/** The state of a case during the replay. */
export interface CaseState {
  readonly sample: SampleCase
  id: number
  /** The case after its last change; undefined until the first one. */
  detail?: CaseDetail
  /** The reporter's receipt. */
  receipt?: Receipt
  /** Resolves when the last queued event has ended. */
  last: Promise<void>
}

export interface Replay {
  readonly client: OfficeClient
  readonly evidence: Readonly<Record<EvidenceKind, readonly EvidenceFile[]>>
  readonly operatorIds: Readonly<Record<StaffKey, number>>
}

/** Replays the arrival of a case, which gets its number at its `turn`. */
export async function replayEntry(
  { client, evidence }: Replay,
  state: CaseState,
  entry: Entry,
  turn: Promise<void>,
): Promise<void> {
  if (entry.kind === 'call') {
    await turn
    const wire = writeWire(newCaseForm, { ...entry.values, isTaken: true })
    state.id = (await client.call(enterCase, { ...(await client.as(entry.by)), wire })).id
    return
  }
  const browser = await client.visitor()
  const attachments: FileRef[] = []
  for (const kind of entry.evidence) {
    const file = evidenceFor(evidence, kind, entry.seconds)
    const { id } = await client.uploadAsVisitor(file, browser)
    attachments.push({ id, name: file.name })
  }
  await turn
  const wire = writeWire(reportForm, { ...entry.report, ...(attachments.length > 0 && { attachments }) })
  const headers = {
    'accept-language': entry.language,
    [formMarkHeader]: writeFormMark({ seconds: entry.seconds, isTrapFilled: false }),
  }
  state.receipt = await client.call(submitReport, { ...browser, wire, headers })
  state.id = state.receipt.caseId
}

const evidenceFor = (evidence: Replay['evidence'], kind: EvidenceKind, number: number): EvidenceFile => {
  const files = evidence[kind]
  return files[number % files.length] as EvidenceFile
}

/** Replays a step; stores the case that a changing call returns. */
export async function replayStep(replay: Replay, state: CaseState, step: Step): Promise<void> {
  // The kind of the step chose the handler.
  const changed = await handlers[step.kind](replay, state, step as never)
  if (changed) state.detail = changed
}

type StepHandlers = {
  readonly [K in Step['kind']]: (
    replay: Replay,
    state: CaseState,
    step: Extract<Step, { kind: K }>,
  ) => Promise<CaseDetail | undefined>
}

const idOf = ({ id }: CaseState) => ({ params: { id: String(id) } })

const handlers: StepHandlers = {
  async save({ client }, state, { by, changes, isRegistered }) {
    const browser = await client.as(by)
    const before = state.detail ?? (await client.call(getCase, { ...browser, ...idOf(state) }))
    const { firstName, lastName, email, phone } = before.values
    const person = isRegistered && firstName && lastName ? { firstName, lastName, email, phone } : undefined
    const registered = person && (await client.call(addPerson, { ...browser, wire: writeWire(personForm, person) }))
    const values = { ...before.values, ...changes, ...(registered && { reporterPersonId: registered.id }) }
    const wire = writeWire(saveCaseForm, { ...values, caseId: state.id, version: before.version })
    return client.call(saveCase, { ...browser, wire })
  },

  async act({ client, operatorIds }, { id, detail, sample }, { by, word, input, to }) {
    // The operator who enters a call takes the case, which is its first change.
    const version = detail?.version ?? (sample.entry.kind === 'call' ? 2 : 1)
    const wire = writeWire(caseActionForm, {
      ...input,
      caseId: id,
      version,
      word: caseActionWords[word],
      ...(to && { operatorId: operatorIds[to] }),
    })
    return client.call(changeCaseStatus, { ...(await client.as(by)), wire })
  },

  async perform({ client }, { id }, { by, actionIds, at }) {
    const date = dayIn(officeZone, at)
    const wire = writeWire(addPerformedActions.form, {
      caseId: id,
      performedActions: actionIds.map((actionId) => ({ actionId, date })),
    })
    return client.call(addPerformedActions, { ...(await client.as(by)), wire })
  },

  async write({ client }, state, { by, text }) {
    const wire = writeWire(officeMessageForm, { text })
    await client.call(sendCaseMessage, { ...(await client.as(by)), ...idOf(state), wire })
    return undefined
  },

  async read({ client }, state, { by }) {
    await client.call(listCaseMessages, { ...(await client.as(by)), ...idOf(state) })
    return undefined
  },

  async answer({ client, evidence }, { receipt, id }, { text, evidence: kind }) {
    if (!receipt) throw new Error(`Nobody can answer for case ${id}.`)
    const file = kind && evidenceFor(evidence, kind, id)
    const uploaded = file && (await client.uploadAsVisitor(file, {}))
    const { cookie } = await client.reporter(receipt.code, receipt.pin)
    const attachments = file && uploaded ? { attachments: [{ id: uploaded.id, name: file.name }] } : {}
    await client.call(answerFollowUp, {
      cookie: [cookie, uploaded?.cookie].filter(Boolean).join('; '),
      wire: writeWire(answerForm, { text, ...attachments }),
    })
    return undefined
  },

  async requestCall({ client }, { receipt, id }, { phone, callHours }) {
    if (!receipt) throw new Error(`Nobody can ask to be called for case ${id}.`)
    const { cookie } = await client.reporter(receipt.code, receipt.pin)
    await client.call(requestCall, { cookie, wire: writeWire(callRequestForm, { phone, callHours }) })
    return undefined
  },

  async noteCall({ client }, state, { by }) {
    const browser = { ...(await client.as(by)), ...idOf(state) }
    const { messages } = await client.call(listCaseMessages, browser)
    const waiting = messages.find(({ call }) => call && !call.calledAt)
    if (!waiting) throw new Error(`Nobody asked for a call about case ${state.id}.`)
    await client.call(noteCall, { ...browser, wire: { id_messaggio: waiting.id } })
    return undefined
  },

  async assess({ client }, state, { by, action, parts, input }) {
    const browser = { ...(await client.as(by)), ...idOf(state) }
    const { version, parts: drafted } = await client.call(getAssessment, browser)
    const wire = z.encode(actOnAssessment.body, {
      action,
      version,
      ...(parts && { parts: { ...drafted, ...parts } }),
      ...input,
    })
    await client.call(actOnAssessment, { ...browser, wire })
    return undefined
  },

  async summarise({ client }, state, { by, action, texts }) {
    const browser = { ...(await client.as(by)), ...idOf(state) }
    const { version } = await client.call(getSummary, browser)
    const isChecked = action === 'publish' ? true : undefined
    const wire = z.encode(actOnSummary.body, { action, version, texts, isChecked })
    await client.call(actOnSummary, { ...browser, wire })
    return undefined
  },

  async document({ client, evidence }, state, { by, evidence: kind, typeId }) {
    const browser = await client.as(by)
    const { name, bytes } = evidenceFor(evidence, kind, state.id)
    // Makes each letter unique, since the portal refuses a second upload of the same file.
    const file = { name, bytes: Buffer.concat([bytes, Buffer.from(`% ${state.id}\n`)]) }
    const { id } = await client.uploadAsStaff(file, browser)
    const wire = { allegati: [{ cmis_id: id, id_tipo_allegato: typeId }] }
    await client.call(addCaseDocuments, { ...browser, ...idOf(state), wire })
    return undefined
  },
}
