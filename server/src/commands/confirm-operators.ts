import { listUnconfirmed, sealAuthority, type UnconfirmedUser } from '#features/session/users.store.ts'
import { idsOf } from '#platform/audit/audit-recorder.ts'
import type { Services } from '../wiring/services.ts'
import { type CommandReport, runCommand } from './command.ts'
import { onPortal } from './on-portal.ts'

const describe = ({ lastName, firstName, roles, isEnabled }: UnconfirmedUser) =>
  `  ${lastName} ${firstName}: ${roles.join(', ') || 'no role'}${isEnabled ? '' : ' (disabled)'}`

/**
 * Lists the accounts of an earlier version, and with `--yes` seals their current roles and status. The server does not do it
 * at start, because an attacker could have changed the table: a person must read the list first.
 */
export async function handleConfirmOperators(
  { db, audit, inTransaction, vault }: Pick<Services, 'db' | 'audit' | 'inTransaction' | 'vault'>,
  args: readonly string[],
): Promise<CommandReport> {
  const waiting = await listUnconfirmed(db, vault)
  if (waiting.length === 0) return { code: 0, lines: ['Every account is confirmed.'] }
  const list = waiting.map(describe)
  if (!args.includes('--yes'))
    return {
      code: 1,
      lines: [
        'Accounts of an earlier version, which cannot sign in yet:',
        ...list,
        'All of them are right: add -- --yes',
      ],
    }
  await audit.job('operator_modified', (recorder) =>
    inTransaction(recorder, async (tx) => {
      for (const user of waiting) await sealAuthority(tx, vault, user)
      recorder.record('user', idsOf(waiting), ['roles', 'isEnabled'])
    }),
  )
  return { code: 0, lines: ['Confirmed, and free to sign in:', ...list] }
}

const whileServed = 'Stop the server first: the embedded database serves one program at a time.'

/** Runs `npm run operator:confirm`; returns the exit code. */
export const runConfirmOperators = (args: readonly string[]): Promise<0 | 1> =>
  runCommand((settings) => onPortal(settings, whileServed, (services) => handleConfirmOperators(services, args)))
