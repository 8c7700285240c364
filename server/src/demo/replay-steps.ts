import {
  addCaseDocuments,
  addPerformedActions,
  addPerson,
  answerFollowUp,
  answerForm,
  type CaseDetail,
  caseActionForm,
  caseActionWords,
  changeCaseStatus,
  dayIn,
  enterCase,
  type FileRef,
  formMarkHeader,
  getCase,
  listCaseMessages,
  newCaseForm,
  officeMessageForm,
  officeZone,
  personForm,
  type Receipt,
  reportForm,
  saveCase,
  saveCaseForm,
  sendCaseMessage,
  submitReport,
  writeFormMark,
  writeWire,
} from '@portal/contract'
import type { Step } from './case-steps.ts'
import type { EvidenceFile, EvidenceKind } from './evidence.ts'
import type { Entry, MadeUpCase } from './made-up-case.ts'
import type { OfficeClient } from './office-client.ts'
import type { StaffKey } from './staff.ts'

/** A case while it is replayed. */
export interface Replayed {
  readonly made: MadeUpCase
  id: number
  /** As it was after the last change; a case that was only received has not been read yet. */
  detail?: CaseDetail
  /** What its reporter got. */
  receipt?: Receipt
  /** Ends when all that was begun on it has ended. */
  last: Promise<void>
}

export interface Replay {
  readonly client: OfficeClient
  readonly evidence: Readonly<Record<EvidenceKind, readonly EvidenceFile[]>>
  readonly operatorIds: Readonly<Record<StaffKey, number>>
}

/** How a case arrives. */
export async function enter({ client, evidence }: Replay, replayed: Replayed, entry: Entry): Promise<void> {
  if (entry.kind === 'call') {
    const wire = writeWire(newCaseForm, { ...entry.values, isTaken: true })
    replayed.id = (await client.call(enterCase, { ...(await client.as(entry.by)), wire })).id
    return
  }
  const browser = await client.visitor()
  const attachments: FileRef[] = []
  for (const kind of entry.evidence) {
    const file = evidenceFor(evidence, kind, entry.seconds)
    const { id } = await client.uploadAsVisitor(file, browser)
    attachments.push({ id, name: file.name })
  }
  const wire = writeWire(reportForm, { ...entry.report, ...(attachments.length > 0 && { attachments }) })
  const headers = {
    'accept-language': entry.language,
    [formMarkHeader]: writeFormMark({ seconds: entry.seconds, isTrapFilled: false }),
  }
  replayed.receipt = await client.call(submitReport, { ...browser, wire, headers })
  replayed.id = replayed.receipt.caseId
}

const evidenceFor = (evidence: Replay['evidence'], kind: EvidenceKind, number: number): EvidenceFile => {
  const files = evidence[kind]
  return files[number % files.length] as EvidenceFile
}

/** How each step is done; what changes the case gives it as it is then. */
export async function take(replay: Replay, replayed: Replayed, step: Step): Promise<void> {
  const changed = await deeds[step.kind](replay, replayed, step as never)
  if (changed) replayed.detail = changed
}

type Deeds = {
  readonly [K in Step['kind']]: (
    replay: Replay,
    replayed: Replayed,
    step: Extract<Step, { kind: K }>,
  ) => Promise<CaseDetail | undefined>
}

const idOf = ({ id }: Replayed) => ({ params: { id: String(id) } })

const deeds: Deeds = {
  async save({ client }, replayed, { by, changes, isRegistered }) {
    const browser = await client.as(by)
    const before = replayed.detail ?? (await client.call(getCase, { ...browser, ...idOf(replayed) }))
    const { firstName, lastName, email, phone } = before.values
    const person = isRegistered && firstName && lastName ? { firstName, lastName, email, phone } : undefined
    const registered = person && (await client.call(addPerson, { ...browser, wire: writeWire(personForm, person) }))
    const values = { ...before.values, ...changes, ...(registered && { reporterPersonId: registered.id }) }
    const wire = writeWire(saveCaseForm, { ...values, caseId: replayed.id, version: before.version })
    return client.call(saveCase, { ...browser, wire })
  },

  async act({ client, operatorIds }, { id, detail, made }, { by, word, input, to }) {
    // Whoever enters a call takes it, which is its first change.
    const version = detail?.version ?? (made.entry.kind === 'call' ? 2 : 1)
    const wire = writeWire(caseActionForm, {
      ...{ ...input, caseId: id, version, word: caseActionWords[word] },
      ...(to && { operatorId: operatorIds[to] }),
    })
    return client.call(changeCaseStatus, { ...(await client.as(by)), wire })
  },

  async perform({ client }, { id }, { by, actionIds, at }) {
    const date = dayIn(officeZone, at)
    const wire = writeWire(
      addPerformedActions.form as never,
      {
        caseId: id,
        performedActions: actionIds.map((actionId) => ({ actionId, date })),
      } as never,
    )
    return client.call(addPerformedActions, { ...(await client.as(by)), wire })
  },

  async write({ client }, replayed, { by, text }) {
    const wire = writeWire(officeMessageForm, { text })
    await client.call(sendCaseMessage, { ...(await client.as(by)), ...idOf(replayed), wire })
    return undefined
  },

  async read({ client }, replayed, { by }) {
    await client.call(listCaseMessages, { ...(await client.as(by)), ...idOf(replayed) })
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

  async document({ client, evidence }, replayed, { by, evidence: kind, typeId }) {
    const browser = await client.as(by)
    const { name, bytes } = evidenceFor(evidence, kind, replayed.id)
    // No two letters are the same file: what somebody uploads twice is refused.
    const file = { name, bytes: Buffer.concat([bytes, Buffer.from(`% ${replayed.id}\n`)]) }
    const { id } = await client.uploadAsStaff(file, browser)
    const wire = { allegati: [{ cmis_id: id, id_tipo_allegato: typeId }] }
    await client.call(addCaseDocuments, { ...browser, ...idOf(replayed), wire })
    return undefined
  },
}
