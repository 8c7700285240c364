import * as z from 'zod/mini'
import { enumOnWire, instant, onWire, recordId } from '../kit/wire.ts'
import { role } from '../session/roles.ts'
import { type CaseActionRule, type CaseActionWord, caseActions, caseActionWords, caseStatus } from './case.workflow.ts'

/** The kinds of entries in the history of a case: its actions and all other events. */
export const caseEventKinds = {
  ...caseActionWords,
  received: 'ricevuta',
  entered: 'inserita',
  changed: 'modificata',
  performed: 'azioni_svolte',
  fileAdded: 'documento_aggiunto',
  fileRemoved: 'documento_rimosso',
  lockTaken: 'blocco_rilevato',
  reassigned: 'riassegnata',
} as const
export type CaseEventKind = keyof typeof caseEventKinds

/** The entries that leave a case unassigned; their operator is the former assignee. */
export const freeingKinds: readonly CaseEventKind[] = (Object.keys(caseActionWords) as CaseActionWord[]).filter(
  (word) => (caseActions[word] as CaseActionRule).assignee === 'nobody',
)

/** A field that changed, by its wire path, with its values before and after in wire format; absent where the field is empty. */
const fieldChange = onWire(
  'campo_modificato_caso',
  { field: z.string(), before: z.optional(z.unknown()), after: z.optional(z.unknown()) },
  { field: 'campo', before: 'prima', after: 'dopo' },
)
export type CaseFieldChange = z.output<typeof fieldChange>

/** An entry of the history of a case (iter): from, to, who, when, why, and the fields before and after (decisions §5). */
export const caseEvent = onWire(
  'voce_iter',
  {
    id: recordId,
    kind: enumOnWire(caseEventKinds),
    at: instant,
    by: z.optional(z.string()),
    role: z.optional(role),
    from: z.optional(caseStatus),
    to: z.optional(caseStatus),
    reason: z.optional(z.string()),
    operator: z.optional(z.string()),
    changes: z.array(fieldChange),
  },
  {
    id: 'id_voce',
    kind: 'tipo',
    at: 'data',
    by: 'utente',
    role: 'ruolo',
    from: 'id_stato_da',
    to: 'id_stato_a',
    reason: 'motivo',
    operator: 'operatore_assegnato',
    changes: 'campi_modificati',
  },
)
export type CaseEvent = z.output<typeof caseEvent>
