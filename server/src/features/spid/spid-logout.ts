import type { Outgoing } from './outgoing.ts'
import type { SpidOptions } from './spid.service.ts'

/** How a message about logout ended. */
export type LogoutEnd =
  | { readonly kind: 'left'; readonly outcome: 'uscita' | 'uscita_parziale' }
  | { readonly kind: 'answer'; readonly message: Outgoing }
  | { readonly kind: 'refused' }

/** Logout at the provider; the session itself has ended before. */
export function createSpidLogout(_options: SpidOptions) {
  return {
    urlFor: async (_session: { readonly signIn: string }): Promise<string | undefined> => undefined,
    take: async (_brought: object, _request: object): Promise<LogoutEnd> => ({ kind: 'refused' }),
  }
}
