import { newOperator } from '@portal/contract'
import * as z from 'zod/mini'
import { addFirstManager } from '#features/session/users.store.ts'
import { textsIn } from '#platform/texts.ts'
import type { Services } from '../wiring/services.ts'
import { type CommandReport, runCommand } from './command.ts'
import { onPortal } from './on-portal.ts'

const usage =
  'npm run operator:first -- <tax code> <name> <surname> <mail>: the first manager (RUP) of an installation without one'

/** Adds the first manager (RUP); refuses if there is one already, so that the command cannot be used to gain access later. */
export async function handleFirstOperator(
  { audit, inTransaction, vault, clock }: Pick<Services, 'audit' | 'inTransaction' | 'vault' | 'clock'>,
  args: readonly string[],
): Promise<CommandReport> {
  const [cf, nome, cognome, mail] = args
  if (args.length !== 4) return { code: 1, lines: [usage] }
  const account = z.safeParse(newOperator, {
    cf,
    nome,
    cognome,
    mail,
    flag_abilitazione: 1,
    listaRuolo: ['ACLRUP'],
  })
  if (!account.success) {
    const t = textsIn('it')
    const errors = account.error.issues.map(
      // An issue of this schema has a code of the messages.
      ({ path, message }) => `${path.join('.')}: ${t(`messages.${message}` as never)}`,
    )
    return { code: 1, lines: [...errors, usage] }
  }
  const { taxCode, firstName, lastName, mail: address } = account.data
  const person = { taxCode, firstName, lastName, mail: address, enabledAt: clock.now() }
  const id = await audit.job('operator_inserted', (recorder) =>
    inTransaction(recorder, async (tx) => {
      const newId = await addFirstManager(tx, vault, person)
      if (newId) recorder.record('user', [newId])
      return newId
    }),
  )
  return id
    ? {
        code: 0,
        lines: [`${firstName} ${lastName} manages the accounts (RUP): they sign in by SPID and add the others.`],
      }
    : {
        code: 1,
        lines: ['There is a manager (RUP) already, or the tax code is known: a RUP adds accounts on the site.'],
      }
}

const whileServed = 'Stop the server first: the embedded database serves one program at a time.'

/** Runs `npm run operator:first`; returns the exit code. */
export const runFirstOperator = (args: readonly string[]): Promise<0 | 1> =>
  runCommand((settings) => onPortal(settings, whileServed, (services) => handleFirstOperator(services, args)))
