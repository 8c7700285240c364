import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { type Listener, listen } from './listener.ts'
import type { SessionCache } from './session-cache.ts'

/** Opens the cache while changes of users, roles and sessions are heard (migration 0044). */
export function listenForChanges(connection: ClientConfig, sessionCache: SessionCache, log: Logger): Listener {
  let isHeard = true
  return listen({
    connection,
    channel: 'changed_users',
    onMessage: (id) => sessionCache.forgetUser(Number(id)),
    onUp() {
      sessionCache.open()
      isHeard = true
    },
    onDown(error) {
      sessionCache.close()
      // Said once, however often the server tries again.
      if (isHeard) log.warn({ err: error }, 'changes of rights are not heard: sessions are read from the database')
      isHeard = false
    },
  })
}
