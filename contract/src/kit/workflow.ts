/** The words of one workflow: its table may use no others. */
export interface WorkflowWords {
  readonly status: string
  /** Who acts: a role, an applicant, the nightly job. */
  readonly role: string
  /** Words for statuses that are computed, such as `same`: where an action leads when its row names no status. */
  readonly target: string
  readonly condition: string
  readonly need: string
  readonly assignee: string
  readonly notice: string
  readonly recipient: string
  readonly mail: string
}

/** The words of a workflow, and what its conditions and needs read. */
export interface WorkflowTypes extends WorkflowWords {
  /** Conditions of every action, which no row names. */
  readonly always: string
  /** What is known of a record; `status` is null while the record does not exist. */
  readonly record: { readonly status: string | null }
  /** What the actor sends with an action. */
  readonly input: object
}

/** One action of a workflow: a row of its table. */
export interface ActionRule<W extends WorkflowWords = WorkflowWords> {
  /** Empty: the action creates the record. */
  readonly from: readonly W['status'][]
  readonly by: readonly W['role'][]
  readonly to: W['status'] | W['target']
  /** What must hold beyond role and status, in the order in which it is checked. */
  readonly when?: readonly W['condition'][]
  /** What the actor must send, unless the record has it. */
  readonly needs: readonly W['need'][]
  /** Who works on the record afterwards; absent: the same person as before. */
  readonly assignee?: W['assignee']
  /** Notices to people of the office, each on their screen and by mail. */
  readonly notify?: readonly { readonly kind: W['notice']; readonly to: W['recipient'] }[]
  /** Letters to people outside the office. */
  readonly mail?: readonly W['mail'][]
  /** Whether its user may undo it for `limits.undoSeconds`; its notices wait for as long. */
  readonly canBeUndone?: true
}

/** The role in which somebody acts, and their account where they have one. */
export interface WorkflowActor<R extends string = string> {
  readonly role: R
  readonly id?: number
}

/** An action that an actor takes, or may want to take: then there is no input yet. */
export interface ActionAttempt<T extends WorkflowTypes, A extends string = string> {
  readonly action: A
  readonly record: T['record']
  readonly actor: WorkflowActor<T['role']>
  readonly input: T['input'] | undefined
}

/** A condition of actions. `isMet` must return true when `input` is undefined and some input could meet it. */
export interface WorkflowCondition<T extends WorkflowTypes, A extends string, D extends string> {
  readonly isMet: (attempt: ActionAttempt<T, A>) => boolean
  /** Why the action is denied while the condition is not met. */
  readonly reason: D
}

/** Why an action is denied: the reasons that every workflow has, and those of its conditions. */
export type DenialReason<D extends string = never> = 'wrong_role' | 'wrong_status' | D | 'missing_input'

interface WorkflowTable<T extends WorkflowTypes, A extends string, D extends string> {
  readonly actions: Readonly<Record<A, ActionRule<T>>>
  readonly conditions: Readonly<Record<T['condition'] | T['always'], WorkflowCondition<T, A, D>>>
  /** The conditions of every action that are checked before its own, and those after. */
  readonly always?: { readonly before?: readonly T['always'][]; readonly after?: readonly T['always'][] }
  /** Whether the input or the record has what an action needs. */
  readonly isNeedMet: (need: T['need'], input: T['input'], record: T['record']) => boolean
  readonly targets: Readonly<
    Record<T['target'], (record: T['record'], actor: WorkflowActor<T['role']>) => T['status'] | null>
  >
}

/** Whether an action is one for a role, on some record: what menus, routes and new records ask. */
export const isActionFor = (rule: ActionRule, role: string) => rule.by.includes(role)

type CellDenial = Extract<DenialReason, 'wrong_role' | 'wrong_status'>

/**
 * Why an action is denied by role and status alone; null when its row allows both. The role comes first: a stranger
 * learns nothing about the record.
 */
export function cellDenialOf(rule: ActionRule, status: string | null, role: string): CellDenial | null {
  if (!isActionFor(rule, role)) return 'wrong_role'
  const isFrom = status === null ? rule.from.length === 0 : rule.from.includes(status)
  return isFrom ? null : 'wrong_status'
}

/** Declares a workflow: its table, and what the words in the table mean. */
export const defineWorkflow =
  <T extends WorkflowTypes>() =>
  <A extends string, D extends string>(table: WorkflowTable<T, A, D>) => {
    type Actor = WorkflowActor<T['role']>
    const { actions, conditions, always = {}, isNeedMet, targets } = table
    const rule = (action: A): ActionRule<T> => actions[action]

    /**
     * Why an action is denied; null when it is allowed. The order is fixed: role, status, conditions, needs. Without an
     * input it answers whether the action can be offered, and leaves needs out.
     */
    function denialOf(action: A, record: T['record'], actor: Actor, input?: T['input']): DenialReason<D> | null {
      const { when = [], needs } = rule(action)
      const cell = cellDenialOf(rule(action), record.status, actor.role)
      if (cell) return cell
      const inOrder: readonly (T['condition'] | T['always'])[] = [
        ...(always.before ?? []),
        ...when,
        ...(always.after ?? []),
      ]
      const unmet = inOrder.find((name) => !conditions[name].isMet({ action, record, actor, input }))
      if (unmet !== undefined) return conditions[unmet].reason
      return input && !needs.every((need) => isNeedMet(need, input, record)) ? 'missing_input' : null
    }

    /** The status after an action; null where the record does not exist yet and the action does not create it. */
    function statusAfter(action: A, record: T['record'], actor: Actor): T['status'] | null {
      const { to } = rule(action)
      return Object.hasOwn(targets, to) ? targets[to as T['target']](record, actor) : (to as T['status'])
    }

    return { actions, denialOf, statusAfter, isNeedMet }
  }
