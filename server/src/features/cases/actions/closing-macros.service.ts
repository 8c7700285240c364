import {
  type CaseActionInput,
  type CaseFieldChange,
  type ClosingMacro,
  caseActionForm,
  limits,
  type NewClosingMacro,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { refuseErrors } from '#platform/record/choice-checks.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { CaseNeeds } from '../case-needs.ts'
import { changeOfMember } from '../history/case-history.service.ts'

type Needs = Pick<CaseNeeds, 'db' | 'inTransaction' | 'choiceCheck'>
interface Macros {
  rows: ClosingMacro[]
}

/** The named choices that fill the form which closes a case, by name. */
export async function listMacros(db: Db): Promise<Macros> {
  const rows = await db.selectFrom('closingMacros').selectAll().orderBy('name').execute()
  return { rows: rows.map(({ reason, ...macro }) => ({ ...macro, reason: reason ?? undefined })) }
}

/** Saves a choice in place of one of the same name; throws 400 for an entry that is not in its list, and for one too many. */
export const saveMacro = (
  { inTransaction, choiceCheck }: Needs,
  macro: NewClosingMacro,
  { audit }: Caller,
): Promise<Macros> =>
  inTransaction(audit, async (tx) => {
    const { name, outcomeId, performedActionId, reason = null } = macro
    const chosen: CaseActionInput = { outcomeId, performedActionId }
    await refuseErrors(choiceCheck(caseActionForm, chosen, tx), tx)
    const { id } = await tx
      .insertInto('closingMacros')
      .values({ name, outcomeId, performedActionId, reason })
      .onConflict((on) => on.column('name').doUpdateSet({ outcomeId, performedActionId, reason }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const saved = await listMacros(tx)
    const { count: max } = limits.closingMacros
    if (saved.rows.length > max)
      throw invalidInput([{ path: 'nome', message: 'troppi_modelli_chiusura', params: { max } }])
    audit.record('closingMacro', [id], ['outcomeId', 'performedActionId', 'reason'])
    return saved
  })

export const deleteMacro = ({ inTransaction }: Needs, id: number, { audit }: Caller): Promise<Macros> =>
  inTransaction(audit, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('closingMacros').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('not_found')
    audit.record('closingMacro', [id])
    return listMacros(tx)
  })

/** The change in the history that names the macro of an action; none where it used none, or one that was deleted since. */
export async function macroChanges(tx: Db, id: number | undefined): Promise<CaseFieldChange[]> {
  if (id === undefined) return []
  const macro = await tx.selectFrom('closingMacros').select('name').where('id', '=', id).executeTakeFirst()
  return macro ? [changeOfMember({ member: 'closingMacro', after: macro.name })] : []
}
