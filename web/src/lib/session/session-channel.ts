import type { Role } from '@portal/contract'
import { basePath } from '../page/page-settings.ts'
import type { Reading } from './session-clock.ts'

/** What the tabs of a browser tell one another; never anything of the office's. */
export type TabMessage =
  | { readonly kind: 'reading'; readonly reading: Reading }
  /** The session of this browser is now this person's, in this role. */
  | { readonly kind: 'present'; readonly userId: number; readonly role: Role }
  /** Somebody signed out. */
  | { readonly kind: 'left' }
  /** A reporter left a report that code and PIN open. */
  | { readonly kind: 'reportLeft' }

interface Letter {
  readonly from: number
  readonly message: TabMessage
}

/** One tab among those that show this portal. A tab does not hear itself. */
export function createTab(id: number = Math.random()) {
  const open = () => new BroadcastChannel(`${basePath}/session`)
  return {
    tell(message: TabMessage) {
      const channel = open()
      channel.postMessage({ from: id, message } satisfies Letter)
      channel.close()
    },
    /** Hears the other tabs; the returned function stops it. */
    hear(onMessage: (message: TabMessage) => void) {
      const channel = open()
      channel.onmessage = ({ data }: MessageEvent<Letter>) => {
        if (data.from !== id) onMessage(data.message)
      }
      return () => channel.close()
    },
  }
}

export const thisTab = createTab()
