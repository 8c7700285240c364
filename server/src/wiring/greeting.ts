import { roleCodes } from '@portal/contract'
import { demoPeople } from '#features/session/demo-people.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { RunningServer } from '../server.ts'

/** The text on the console after the start: the address, the accounts that may sign in, and missing settings. */
export function greeting(
  settings: Settings,
  { address, engine, madeMasterKey, content }: Omit<RunningServer, 'services'>,
): string {
  const lines = [
    `${settings.office.name}`,
    '',
    `  Report:  ${address}`,
    `  Office:  ${address}login`,
    `  API:     ${address}api/`,
    '',
    ...(settings.hasDemoPeople ? demoLines(content) : []),
    ...(madeMasterKey
      ? [`  A master key was made: ${madeMasterKey}. Without it nothing in the database can be read.`]
      : []),
    ...notConfigured(settings, engine).map((line) => `  Not configured: ${line}`),
    '',
    'Stop with Ctrl+C.',
  ]
  return lines.join('\n')
}

const contentLines: Readonly<Record<RunningServer['content'], readonly string[]>> = {
  empty: ['The office has no cases yet. To look around, stop and fill it with invented ones: npm run demo', ''],
  demo: ['All cases are invented. To begin again, stop and recreate the installation: npm run demo -- --reset', ''],
  inUse: [],
}

const demoLines = (content: RunningServer['content']) => [
  'People of the demonstration (sign in at the Office address, no password):',
  ...demoPeople
    .filter(({ isEnabled }) => isEnabled !== false)
    .map(
      ({ firstName, lastName, roles }) =>
        `  ${firstName} ${lastName}: ${roles.map((role) => roleCodes[role]).join(', ')}`,
    ),
  '',
  ...contentLines[content],
]

function notConfigured(
  { smtpUrl, clamdUrl, dataDir, hasDemoPeople }: Settings,
  engine: RunningServer['engine'],
): string[] {
  return [
    ...(engine === 'embedded'
      ? [
          `DATABASE_URL: the embedded database serves, in ${dataDir}. It survives a crash of the program, not a power cut.`,
        ]
      : []),
    ...(smtpUrl
      ? []
      : [`SMTP_URL: mails are kept as sealed files in ${dataDir}/outbox; \`npm run outbox\` prints them.`]),
    ...(clamdUrl
      ? []
      : ['CLAMD_URL: no antivirus is set; what people attach is judged by its type and content alone.']),
    ...(hasDemoPeople ? ['SPID: people of the demonstration sign in without it, or by its own test provider.'] : []),
  ]
}
