import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOutbox } from '#platform/mail/transport.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import { settingsOfCommand } from './command.ts'

/** The outbox folder of the settings, and its mails as they would have been sent. */
export async function openOutbox() {
  const settings = settingsOfCommand()
  const folder = join(settings.dataDir, 'outbox')
  // Without the folder there is no mail; then no master key must be read or made.
  return {
    folder,
    mails: existsSync(folder) ? await readOutbox(folder, readMasterKey(settings, { mayMake: false }).key) : [],
  }
}
