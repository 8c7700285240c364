import type { FieldError, Fields } from '@portal/contract'
import { invalidInput } from '../app-error.ts'
import { errorsOfCheck, type FieldCheck } from '../database/field-check.ts'
import type { Db } from '../database/transaction.ts'

/** The service that checks choices. */
export interface ChoiceNeeds {
  /** The check of choices: ids that are not in force in their list are errors, but those that `stored` has may stay. */
  readonly choiceCheck: <V extends object>(
    form: { readonly fields: Fields },
    values: V,
    from: Db,
    stored?: V,
  ) => FieldCheck
}

/** Throws 400 for the errors of a check. */
export async function refuseErrors(check: FieldCheck, tx: Db): Promise<void> {
  const fieldErrors = await errorsOfCheck(check, tx)
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
}

/** New values of a form, as far as they are checked. */
export interface Checked<V> {
  /** The keys of the fields to check. */
  readonly changed: readonly string[]
  readonly stored?: V
}

/** Checks of the choices of some fields of a form, and of its lines. */
export function createChoiceChecks<V extends object>({ fields }: { readonly fields: Fields }) {
  /** The fields whose choice decides what may be chosen in a field or in its lines. */
  const parentsOf = (key: string): ReadonlySet<string | undefined> => {
    const { parent, columns = {} } = fields[key] ?? {}
    return new Set([parent, ...Object.values(columns).map((column) => column.parent)])
  }

  /** The check of the changed choices: those that no list offers are errors; a choice that was stored may stay. */
  function checkOf(needs: ChoiceNeeds, tx: Db, values: V, { changed, stored }: Checked<V>): FieldCheck {
    const parents = changed.map(parentsOf)
    const isMeant = (key: string) => changed.includes(key) || parents.some((one) => one.has(key))
    const meant = Object.fromEntries(Object.entries(values).filter(([key]) => isMeant(key)))
    const wires = changed.map((key) => fields[key]?.wire ?? key)
    const isOfChanged = ({ path }: FieldError) => wires.some((wire) => path === wire || path.startsWith(`${wire}.`))
    const { statement, errorsOf } = needs.choiceCheck({ fields }, meant, tx, stored)
    return { statement, errorsOf: (rows) => errorsOf(rows).filter(isOfChanged) }
  }

  return {
    checkOf,
    /** Throws 400 for choices that no list offers. */
    refuseUnknownChoices: (needs: ChoiceNeeds, tx: Db, values: V, checked: Checked<V>): Promise<void> =>
      refuseErrors(checkOf(needs, tx, values, checked), tx),
  }
}
