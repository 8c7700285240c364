import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOutbox } from '#platform/mail/transport.ts'
import { readMasterKey } from '#platform/protection/master-key.ts'
import { settingsOfCommand } from '../command.ts'

/** The mails of the settings' outbox: the folder, and each mail as it would have been sent. */
export async function openOutbox() {
  const settings = settingsOfCommand()
  const folder = join(settings.dataDir, 'outbox')
  // A folder that is not there holds no mail, and asking for it makes no key.
  return {
    folder,
    mails: existsSync(folder) ? await readOutbox(folder, readMasterKey(settings, { mayMake: false }).key) : [],
  }
}
