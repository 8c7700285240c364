import {
  actionOf,
  type CaseActionInput,
  type CaseValues,
  caseWorkflow,
  channelIds,
  dayIn,
  officeZone,
  type Person,
  type TransferRecord,
  wordOf,
} from '@portal/contract'
import {
  acceptedInput,
  actorOf,
  assigneeAfter,
  caseFactsOf,
  clearedFields,
  moveOf,
  withInput,
} from '#features/cases/actions/case-act.rules.ts'
import { normalizeCaseValues } from '#features/cases/index.ts'
import { caseChanges } from '#features/cases/record/case-values.ts'
import type { Step } from '../case-steps.ts'
import type { SampleCase } from '../sample-case.ts'
import { type StaffKey, staff, staffKeys } from '../staff.ts'
import { assess, summarise } from './assessment-records.ts'
import { addEvent, authorship, type Building, type CaseRecords, type EventHead, type StepOf } from './case-building.ts'

/** The number of a case in its year. */
export interface CaseNumber {
  readonly year: number
  readonly number: number
}

/** The rules know people by numbers: those of their places among the staff. */
const idOf = (key: StaffKey) => staffKeys.indexOf(key) + 1
const keyOf = (id: number | null) => (id === null ? undefined : staffKeys[id - 1])
const userOf = (key: StaffKey) => ({ id: idOf(key), selectedRole: staff[key].role })

function change(building: Building, values: CaseValues): EventHead['changes'] {
  const before = building.values
  building.values = normalizeCaseValues(values)
  return caseChanges.changesBetween(before, building.values)
}

function act(building: Building, { at, by, word, input = {}, to }: Omit<StepOf<'act'>, 'kind'>): void {
  const { row } = building
  const user = userOf(by)
  const action = actionOf(word, user.selectedRole)
  const facts = { ...row, pseudonymisedAt: null }
  const before = caseFactsOf(facts, building.values, false)
  const status = caseWorkflow.statusAfter(action, before, actorOf(user)) ?? row.status
  const given: CaseActionInput = { ...input, ...(to && { operatorId: idOf(to) }) }
  const assignedTo = assigneeAfter(action, facts, given, user.id)
  const cleared: readonly string[] = clearedFields[action] ?? []
  const merged = Object.entries(withInput(building.values, acceptedInput(action, given)))
  const changes = change(building, Object.fromEntries(merged.filter(([key]) => !cleared.includes(key))))
  addEvent(building, wordOf(action), at, {
    ...authorship(by),
    changes,
    from: row.status,
    to: status,
    reason: input.reason,
    ...(assignedTo !== row.assignedTo && { operator: keyOf(assignedTo ?? row.assignedTo) }),
  })
  Object.assign(row, moveOf(status, action, facts, assignedTo, at))
}

type MessageHead = TransferRecord<'message'>['head']

function addMessage({ key, records: { message } }: Building, head: Omit<MessageHead, 'key' | 'caseKey'>): string {
  const messageKey = `${key}/M${message.length + 1}`
  message.push({ head: { key: messageKey, caseKey: key, ...head } })
  return messageKey
}

/** Changes the messages for which `isMeant`. */
function changeMessages({ records: { message } }: Building, isMeant: (head: MessageHead) => boolean, more: object) {
  for (const [index, { head }] of message.entries()) if (isMeant(head)) message[index] = { head: { ...head, ...more } }
}

/** A statement of its own for each file: no two files have the same bytes. */
export const textOfFile = (key: string) =>
  `Confermo quello che è stato raccontato e sono disponibile a ripeterlo di persona.\n\nPratica ${key}\n`

/** Where the bytes of a file are. */
export const fileOf = (key: string) => `allegati/${key.replaceAll('/', '-')}.txt`

type FileHead = TransferRecord<'attachment'>['head']

function addFile(
  { key, records: { attachment } }: Building,
  head: Pick<FileHead, 'addedAt' | 'messageKey' | 'addedBy'>,
  values: object = {},
): void {
  const fileKey = `${key}/F${attachment.length + 1}`
  attachment.push({
    head: { key: fileKey, caseKey: key, file: fileOf(fileKey), name: 'dichiarazione.txt', ...head },
    values,
  })
}

const handlers: { readonly [K in Step['kind']]: (building: Building, step: StepOf<K>) => void } = {
  save(building, { at, by, changes }) {
    addEvent(building, 'changed', at, {
      ...authorship(by),
      changes: change(building, { ...building.values, ...changes }),
    })
  },

  act,

  perform(building, { at, by, actionIds }) {
    const { performedActions = [] } = building.values
    const added = actionIds.map((actionId) => ({ actionId, date: dayIn(officeZone, at) }))
    const changes = change(building, { ...building.values, performedActions: [...performedActions, ...added] })
    addEvent(building, 'performed', at, { ...authorship(by), changes })
  },

  write: (building, { at, by, text }) => void addMessage(building, { by, text, sentAt: at }),

  read: (building, { at }) => changeMessages(building, ({ by, readAt }) => !by && !readAt, { readAt: at }),

  answer(building, { at, text, evidence }) {
    const messageKey = addMessage(building, { text, sentAt: at })
    if (evidence) addFile(building, { messageKey, addedAt: at })
  },

  requestCall: (building, { at, phone, callHours }) => void addMessage(building, { sentAt: at, phone, callHours }),

  noteCall: (building, { at, by }) =>
    changeMessages(building, ({ phone, calledAt }) => phone !== undefined && !calledAt, {
      readAt: at,
      calledAt: at,
      calledBy: by,
    }),

  assess,

  summarise,

  document(building, { at, by, typeId }) {
    addFile(building, { addedAt: at, addedBy: by }, { documentTypeId: typeId })
    addEvent(building, 'fileAdded', at, authorship(by))
  },
}

function arrive(building: Building, { entry }: SampleCase): void {
  const { at } = entry
  if (entry.kind === 'report') {
    addEvent(building, 'received', at, { to: 'open' })
    for (const _kind of entry.evidence) addFile(building, { addedAt: at })
    return
  }
  const { by } = entry
  addEvent(building, 'entered', at, { ...authorship(by), to: 'open' })
  act(building, { at, by, word: 'take' })
}

/** Whether the reporter of a case is in the registry too. */
function personOf({ entry, facts }: SampleCase, number: number): Person | undefined {
  const { firstName, lastName, email, phone, origin } = facts.person
  const isNamed = entry.kind === 'report' ? entry.report.lastName !== undefined : entry.values.lastName !== undefined
  if (!isNamed || number % 3 > 0) return undefined
  return { firstName, lastName, email, phone, citizenships: [{ citizenshipId: origin.nation }] }
}

/** A sample case as the records of an office that moves in: what its steps would have left. */
export function recordsOf(sample: SampleCase, { year, number }: CaseNumber): CaseRecords {
  const { entry } = sample
  const { at } = entry
  const key = `${year}/${number}`
  const values: CaseValues = entry.kind === 'report' ? { ...entry.report, channelId: channelIds.web } : entry.values
  const building: Building = {
    key,
    row: { status: 'open', assignedTo: null, statusSince: at, workedFrom: at, closedAt: null, closingProposedAt: null },
    values: normalizeCaseValues(values),
    records: {
      person: [],
      case: [],
      caseEvent: [],
      message: [],
      comment: [],
      assessment: [],
      summary: [],
      attachment: [],
    },
  }
  arrive(building, sample)
  // The kind of the step chose the handler.
  for (const step of sample.steps) handlers[step.kind](building, step as never)
  const { row, records } = building
  const person = personOf(sample, number)
  if (person) records.person.push({ head: { key }, values: person })
  if (row.assignedTo !== null && number % 4 === 0) {
    const comment = { key: `${key}/C1`, caseKey: key, by: staffOf(row.assignedTo), text: comments[number % 3] ?? '' }
    records.comment.push({ head: { ...comment, at: row.statusSince } })
  }
  records.case.push({
    head: {
      key,
      protocolYear: year,
      protocolNumber: number,
      status: row.status,
      createdAt: at,
      workedFrom: row.workedFrom,
      statusSince: row.statusSince,
      closedAt: row.closedAt ?? undefined,
      closingProposedAt: row.closingProposedAt ?? undefined,
      createdBy: entry.kind === 'call' ? entry.by : undefined,
      assignedTo: keyOf(row.assignedTo),
      reporterPerson: person && key,
    },
    values: building.values,
  })
  return records
}

const staffOf = (id: number): StaffKey => keyOf(id) ?? 'ferri'

/** What operators write about a case for the office alone. */
const comments = [
  'Sentita la persona per telefono: conferma tutto.',
  'In attesa della risposta della controparte.',
  'Documenti ricevuti, manca la data esatta dei fatti.',
]
