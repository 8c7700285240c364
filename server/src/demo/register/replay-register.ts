import {
  type AssociationActionWord,
  type AssociationChange,
  type AssociationValues,
  actOnAssociation,
  answerInvitation,
  applicationForm,
  apply,
  askForRemoval,
  askForRenewal,
  associationActionForm,
  associationActionWords,
  changeAssociationForm,
  changeOwnAssociation,
  confirmApplication,
  documentKeys,
  documentTypes,
  type FileRef,
  getAssociationByNumber,
  getRequestByLink,
  listInvitations,
  listOwnAssociations,
  type OwnAssociation,
  writeWire,
} from '@portal/contract'
import type { EvidenceFile } from '../evidence.ts'
import type { Browser, OfficeClient } from '../office-client.ts'
import type { PastMails } from '../past-mails.ts'
import type { RegisterStep, SampleAssociation } from './register-steps.ts'

export interface RegisterReplay {
  readonly client: OfficeClient
  readonly mails: PastMails
  readonly document: (type: number) => EvidenceFile
  /** Runs the nightly job of the register. */
  readonly night: () => Promise<unknown>
}

type Upload = (file: EvidenceFile, browser: Browser) => Promise<{ readonly id: string }>

/** Uploads a document of each of the types; returns the values of the form. */
async function uploadTypes(
  { document }: RegisterReplay,
  upload: Upload,
  browser: Browser,
  types: readonly number[],
): Promise<AssociationValues> {
  const uploadOne = async (key: (typeof documentKeys)[number]): Promise<[string, FileRef[]]> => {
    const file = document(documentTypes[key])
    const { id } = await upload(file, browser)
    return [key, [{ id, name: file.name }]]
  }
  const files = await Promise.all(documentKeys.filter((key) => types.includes(documentTypes[key])).map(uploadOne))
  return Object.fromEntries(files)
}

const allTypes = [1, 2, 3, 4, 5, 6, 7]
const renewedTypes = [3, 4, 5, 6, 7]

/** Sends the application of an association at its `turn`, as a visitor. */
export async function replayApplication(
  replay: RegisterReplay,
  { values, language }: SampleAssociation,
  turn?: Promise<void>,
) {
  const { client } = replay
  const browser = await client.visitor()
  const documents = await uploadTypes(replay, client.uploadAsVisitor, browser, allTypes)
  await turn
  const wire = writeWire(applicationForm, { ...values, ...documents })
  return client.call(apply, { ...browser, wire, headers: { 'accept-language': language } })
}

const changeOnWire = (own: OwnAssociation, more: AssociationChange) =>
  writeWire(changeAssociationForm, { ...own.values, ...more, version: own.version })

/** The association as one of its own people sees it, and their browser. */
async function ownOf({ client }: RegisterReplay, { values, member }: Pick<SampleAssociation, 'values' | 'member'>) {
  const browser = await client.asMember(member)
  for (const { associationId } of await client.call(listInvitations, browser))
    await client.call(answerInvitation, {
      ...browser,
      wire: { id_persona_giuridica: associationId, flag_accettato: 1 },
    })
  const found = (await client.call(listOwnAssociations, browser)).find((one) => one.values.number === values.number)
  if (!found) throw new Error(`${member} has no association ${values.number}.`)
  return { browser, own: found }
}

/** Adds the documents of an enrolled association that has none, as one of its people. */
export async function addDocuments(replay: RegisterReplay, association: Pick<SampleAssociation, 'values' | 'member'>) {
  const { client } = replay
  const { browser, own } = await ownOf(replay, association)
  if (own.values.deed) return
  const documents = await uploadTypes(replay, client.uploadAsStaff, browser, allTypes)
  const changed = await client.call(changeOwnAssociation, {
    ...browser,
    wire: changeOnWire(own, { ...documents, associationId: own.id }),
  })
  // Deed and statute are what the decree rests on.
  const accept = { associationId: own.id, version: changed.version, word: associationActionWords.acceptProposal }
  await client.call(actOnAssociation, {
    ...(await client.as('lombardi')),
    wire: writeWire(associationActionForm, accept),
  })
}

type StepHandlers = {
  readonly [K in RegisterStep['kind']]: (
    replay: RegisterReplay,
    association: SampleAssociation,
    step: Extract<RegisterStep, { kind: K }>,
  ) => Promise<unknown>
}

const handlers: StepHandlers = {
  async act({ client }, { values }, { by, word, input }) {
    const browser = await client.as(by)
    const params = { partitaIVA: values.number ?? '' }
    const { id, version } = await client.call(getAssociationByNumber, { ...browser, params })
    const onWire: string = associationActionWords[word satisfies AssociationActionWord]
    const wire = writeWire(associationActionForm, { ...input, associationId: id, version, word: onWire })
    return client.call(actOnAssociation, { ...browser, wire })
  },

  async complete(replay, { values }, { types }) {
    const { client, mails } = replay
    const link = mails.takeLink(values)
    const own = await client.call(getRequestByLink, { wire: { collegamento: link } })
    const browser = await client.visitor()
    const documents = await uploadTypes(replay, client.uploadAsVisitor, browser, types)
    return client.call(changeOwnAssociation, { ...browser, wire: changeOnWire(own, { ...documents, link }) })
  },

  async renew(replay, association) {
    const { client } = replay
    const { browser, own } = await ownOf(replay, association)
    const documents = await uploadTypes(replay, client.uploadAsStaff, browser, renewedTypes)
    return client.call(askForRenewal, { ...browser, wire: changeOnWire(own, { ...documents, associationId: own.id }) })
  },

  async askRemoval(replay, association, { reason }) {
    const { browser, own } = await ownOf(replay, association)
    return replay.client.call(askForRemoval, { ...browser, wire: { id_persona_giuridica: own.id, motivo: reason } })
  },

  async applyAgain(replay, association) {
    await replayApplication(replay, association)
    const link = replay.mails.takeLink(association.values)
    return replay.client.call(confirmApplication, { wire: { collegamento: link } })
  },

  night: ({ night }) => night(),
}

/** Replays a step of an association. */
export const replayRegisterStep = async (
  replay: RegisterReplay,
  association: SampleAssociation,
  step: RegisterStep,
): Promise<void> => {
  // The kind of the step chose the handler.
  await handlers[step.kind](replay, association, step as never)
}
