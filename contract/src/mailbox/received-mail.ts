import * as z from 'zod/mini'
import { scanOutcome } from '../attachments/attachment.ts'
import { enumOnWire, flag, instant, onWire, recordId } from '../kit/wire.ts'

/** What a received mail is. */
export const mailKinds = {
  message: 'messaggio',
  /** Written by a program: an absence note, a newsletter. Never answered. */
  automatic: 'automatica',
  /** A receipt of certified mail or a bounce, about a mail that the portal sent. */
  receipt: 'ricevuta',
  /** Larger than the portal fetches: it stays in the mailbox. */
  oversized: 'troppo_grande',
  /** Its parts could not be taken apart. */
  unreadable: 'illeggibile',
} as const
export type MailKind = keyof typeof mailKinds

/** Where a received mail is in its review. */
export const mailStates = {
  waiting: 'da_esaminare',
  /** Nothing is to be decided: automatic mails and receipts. */
  noted: 'annotata',
  inCase: 'nel_caso',
  dismissed: 'non_per_noi',
} as const
export type MailState = keyof typeof mailStates
export const mailState = enumOnWire(mailStates)

/** What became of a mail that the portal sent, by a receipt or a bounce. */
export const deliveryStates = { accepted: 'accettata', delivered: 'consegnata', failed: 'non_consegnata' } as const
export type DeliveryState = keyof typeof deliveryStates

export const deliveryReasons = {
  noRecipient: 'destinatario_inesistente',
  noDomain: 'dominio_irraggiungibile',
  full: 'casella_piena',
  virus: 'virus',
  rejected: 'rifiutata',
  other: 'altro',
} as const
export type DeliveryReason = keyof typeof deliveryReasons

/** What became of a message or a letter that goes by mail. */
export const sentMailStates = { queued: 'in_coda', sent: 'inviata', ...deliveryStates } as const
export type SentMailState = keyof typeof sentMailStates

export const sentMail = onWire('invio_per_mail', {
  state: [enumOnWire(sentMailStates), 'esito_invio'],
  /** Why it was not delivered. */
  reason: [z.optional(enumOnWire(deliveryReasons)), 'motivo_consegna'],
  /** When it was sent, or when the newest receipt came. */
  at: [z.optional(instant), 'data_esito'],
})
export type SentMail = z.output<typeof sentMail>

const reference = onWire('caso_della_mail', {
  id: [recordId, 'id_segnalazione'],
  code: [z.string(), 'codice'],
})

const mailFacts = {
  id: [recordId, 'id_posta'],
  kind: [enumOnWire(mailKinds), 'tipo'],
  state: [mailState, 'stato'],
  receivedAt: [instant, 'data_ricezione'],
  /** As its sender wrote them: nobody has checked them. */
  senderName: [z.string(), 'nome_mittente'],
  sender: [z.string(), 'mittente'],
  subject: [z.string(), 'oggetto'],
  /** Came by certified mail: certified are the time and the address, not who wrote. */
  isCertified: [flag, 'flag_certificata'],
  files: [z.int(), 'allegati'],
  case: [z.optional(reference), 'caso'],
} as const

export const receivedMailRow = onWire('posta_in_lista', mailFacts)
export type ReceivedMailRow = z.output<typeof receivedMailRow>

/** Why a case is proposed for a mail. None of them proves who wrote. */
export const proposalGrounds = { thread: 'risposta', code: 'codice_citato', address: 'indirizzo' } as const

export const mailProposal = onWire('caso_proposto', {
  id: [recordId, 'id_segnalazione'],
  code: [z.string(), 'codice'],
  ground: [enumOnWire(proposalGrounds), 'motivo'],
})
export type MailProposal = z.output<typeof mailProposal>

/** Whether a mail that was added to a case may be taken out of it: until the office answers its message. */
export const mailRemovals = { possible: 'possibile', answered: 'gia_risposto' } as const
export type MailRemoval = keyof typeof mailRemovals

export const receivedMail = onWire('posta_ricevuta', {
  ...mailFacts,
  text: [z.string(), 'testo'],
  /** Whether the text is only the beginning; the file of the mail has the rest. */
  isCut: [flag, 'flag_testo_parziale'],
  fileNames: [
    z.array(onWire('allegato_posta', { name: [z.string(), 'nomeFile'], size: [z.int(), 'dimensione'] })),
    'nomi_allegati',
  ],
  certifiedSender: [z.optional(z.string()), 'mittente_certificato'],
  certifiedAt: [z.optional(instant), 'data_certificata'],
  delivery: [z.optional(enumOnWire(deliveryStates)), 'esito_consegna'],
  deliveryReason: [z.optional(enumOnWire(deliveryReasons)), 'motivo_consegna'],
  dismissal: [z.optional(z.string()), 'motivo_non_per_noi'],
  decidedAt: [z.optional(instant), 'data_decisione'],
  decidedBy: [z.optional(z.string()), 'utente'],
  /** Absent for one that was not added to a case. */
  removal: [z.optional(enumOnWire(mailRemovals)), 'toglibile'],
  proposals: [z.array(mailProposal), 'casi_proposti'],
})
export type ReceivedMail = z.output<typeof receivedMail>

/** Why a mailbox cannot be read. */
export const mailboxFailures = {
  unreachable: 'irraggiungibile',
  /** The server refuses user or password. */
  denied: 'accesso_negato',
  other: 'altro',
} as const
export type MailboxFailure = keyof typeof mailboxFailures

/** A mailbox that the portal reads. */
export const mailboxCheck = onWire('casella_di_posta', {
  isCertified: [flag, 'flag_certificata'],
  /** When it was last read to its end. */
  readAt: [z.optional(instant), 'data_lettura'],
  failingSince: [z.optional(instant), 'data_guasto'],
  failure: [z.optional(enumOnWire(mailboxFailures)), 'motivo_guasto'],
})
export type MailboxCheck = z.output<typeof mailboxCheck>

/** A file of a mail after the checks of every upload: the caller's, until a case claims it, or the reason why not. */
export const takenMailFile = onWire('allegato_posta_esaminato', {
  name: [z.string(), 'nomeFile'],
  outcome: [scanOutcome, 'esito'],
})
export type TakenMailFile = z.output<typeof takenMailFile>

/** A mail that was added to a case, with what became of its files. */
export const addedMail = onWire('posta_aggiunta', {
  mail: [receivedMail, 'posta'],
  files: [z.array(takenMailFile), 'allegati'],
})
export type AddedMail = z.output<typeof addedMail>
