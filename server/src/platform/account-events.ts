import type { Db } from './database/transaction.ts'
import type { SessionUser } from './session/session.store.ts'

/** What happens to accounts, and what other features add to it. */
export interface AccountEvents {
  /** Open cases of an operator went to another one. */
  readonly casesMoved: {
    readonly tx: Db
    readonly caseIds: readonly number[]
    readonly fromId: number
    readonly toId: number
    readonly by: SessionUser
  }
  /** An account was deleted. */
  readonly accountEnded: { readonly tx: Db; readonly userId: number }
  /** An identity provider verified a person, who has no session yet. */
  readonly personIdentified: { readonly taxCode: string }
}

type Name = keyof AccountEvents
type Handler<K extends Name> = (event: AccountEvents[K]) => Promise<void>

/** Lets features act on what happens to accounts: in the order in which they subscribed; an error of one refuses the whole. */
export function createAccountEvents() {
  const handlers: { readonly [K in Name]: Handler<K>[] } = { casesMoved: [], accountEnded: [], personIdentified: [] }
  return {
    on<K extends Name>(name: K, handler: Handler<K>): void {
      handlers[name].push(handler)
    },

    async emit<K extends Name>(name: K, event: AccountEvents[K]): Promise<void> {
      for (const handler of handlers[name]) await handler(event)
    },
  }
}

export type AccountEmitter = ReturnType<typeof createAccountEvents>
