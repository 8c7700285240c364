import * as z from 'zod/mini'
import { flag, instant, onWire, plainDate } from '../kit/wire.ts'

const optionalDay = z.optional(plainDate)

/** A field that changed, by its wire path, before and after in wire format; absent where the field is empty. */
export const fieldChange = onWire('campo_modificato_associazione', {
  field: [z.string(), 'campo'],
  before: [z.optional(z.unknown()), 'prima'],
  after: [z.optional(z.unknown()), 'dopo'],
})
export type AssociationFieldChange = z.output<typeof fieldChange>

/** A change of what the decree rests on, which waits for the register; until then the decreed facts are in force. */
const proposal = onWire('proposta_associazione', {
  at: [instant, 'data_proposta'],
  /** The last day for the decision of the register. */
  dueOn: [plainDate, 'data_termine'],
  isLate: [flag, 'flag_in_ritardo'],
  /** The user of the office who proposed it; absent where the association did. */
  by: [z.optional(z.string()), 'operatore'],
  changes: [z.array(fieldChange), 'campi_modificati'],
})
export type AssociationProposal = z.output<typeof proposal>

/** What an association and the office both know of what waits for a decision. */
export const pendingFacts = {
  proposal: [z.optional(proposal), 'proposta'],
  isRemovalRequested: [flag, 'flag_cancellazione_richiesta'],
  removalRequestedOn: [optionalDay, 'data_richiesta_cancellazione'],
  /** The last day for the decision of RUP. */
  removalDueOn: [optionalDay, 'data_termine_cancellazione'],
  /** The last day on which a renewal may wait for documents of the association. */
  renewalWaitsUntil: [optionalDay, 'data_fine_attesa_rinnovo'],
} as const
