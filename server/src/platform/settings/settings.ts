import { resolve } from 'node:path'
import { type DayKind, dayKinds, type MatchWeights, type Office, type RegistryKind } from '@portal/contract'
import { type MailboxSettings, mailboxesOf, mailboxSettings } from './mailbox-settings.ts'
import { officeOf, officeSettings } from './office-settings.ts'
import { contradictions, publicOriginOf } from './related-settings.ts'
import { bucket, isExpected, key, oneOf, postgres, type Setting, text, url, weights, whole } from './setting-kinds.ts'
import { type SignInSettings, signInOf, signInSettings } from './sign-in-settings.ts'

/** Limits for one network or one input. */
// biome-ignore format: a table
const limitSettings = {
  REQUESTS_PER_MINUTE:  whole('Calls accepted from one network in a minute.', 12_000, 60, 10_000_000),
  REPORTS_PER_MINUTE:   whole('Reports accepted from one network in a minute.', 600, 1, 1_000_000),
  ASSISTANCE_PER_MINUTE: whole('Requests for assistance accepted from one network in a minute.', 60, 1, 1_000_000),
  MAILS_PER_HOUR:       whole('Mails to one address in an hour that callers without an account cause, such as receipts; further ones are not sent.', 10, 1, 10_000),
  SCANS_PER_MINUTE:     whole('Files accepted for scanning from one network in a minute.', 120, 1, 1_000_000),
  UPLOADS_AT_ONCE:      whole('Uploads in progress at the same time on one server; a quarter is reserved for networks with few uploads.', 100, 4, 10_000),
  UPLOADS_OF_NETWORK:   whole('How many of these uploads may come from one network.', 60, 1, 10_000),
  REGISTER_WORDS_PER_MINUTE: whole('Words that one network may search for in the public register in a minute, without signing in; a page without words counts as one, a download as 40. An answer that the server remembers costs nothing.', 600, 60, 1_000_000),
  CHECK_PIVA_PER_HOUR:  whole('Lookups of a VAT number from one network in an hour; 0 for no limit.', 30, 0, 1_000_000),
  PARSER_PROCESSES:     whole('Processes that inspect uploads; each other parser has a process of its own.', 2, 1, 32),
  PARSER_SECONDS:       whole('Seconds of processor time that a parser may take for one input (an upload, a sign-in, a workbook); a PDF or a document to edit may take three times as long.', 10, 1, 600),
}

/** Every setting of the server. `docs/operations.md` prints this table. */
// biome-ignore format: a table
export const settingsTable = (defaults: Office) => ({
  NODE_ENV:             oneOf('`production` turns the demonstration off and requires the settings of a real office.', ['development', 'test', 'production'], 'development'),
  HOST:                 text('Address to listen on.', '127.0.0.1'),
  PORT:                 whole('Port to listen on; 0 takes a free one.', 3000, 0, 65535),
  PUBLIC_URL:           url('Public origin of the portal.', ['http:', 'https:']),
  TRUST_PROXY:          oneOf('`on` trusts X-Forwarded-* of a proxy on a private address.', ['on', 'off'], 'off'),
  DATA_DIR:             text('Folder of the embedded database and of mails stored as files.', './data'),
  DISK_RESERVE_MB:      whole('Megabytes that must be free on the disk of DATA_DIR: with less the server does not start and reports that it is not ready.', 64, 0, 1_000_000_000),
  DRAIN_SECONDS:        whole('Seconds in which a server that is asked to stop still serves, while its health checks say that it leaves: behind a load balancer, longer than two of its checks.', 0, 0, 60),
  JOBS:                 oneOf('`off` in a process that only answers calls: another one of the same database works on the queues of jobs.', ['on', 'off'], 'on'),
  DATABASE_URL:         postgres('PostgreSQL; without it the server uses the embedded database.'),
  DATABASE_POOL:        whole('Connections to the database.', 10, 2, 100),
  DATABASE_LISTEN_URL:  postgres('PostgreSQL itself, where DATABASE_URL is a pooler such as PgBouncer: one connection hears at once whose rights change; default: DATABASE_URL.'),
  DATABASE_REPLICA_URL: postgres('A replica of the same database, or several behind one address: statistics, exports, open data and the lists of the public register read there.'),
  DATABASE_REPLICA_LAG: whole('Seconds by which the replica may be behind; one that is further behind is left out.', 5, 1, 60),
  PREPARED_STATEMENTS:  oneOf('`off` behind PgBouncer older than 1.21, or a newer one without `max_prepared_statements`: it gives a connection to another session after each transaction.', ['on', 'off'], 'on'),
  DATABASE_WAIT:        whole('Seconds to wait at start for an unreachable database.', 10, 0, 600),
  DATABASE_PATIENCE:    whole('Seconds that each read or transaction of a call waits for a database that is away, such as for the switch to another leader.', 10, 0, 30),
  DATABASE_OWNER_URL:   postgres('PostgreSQL as the owner of the tables, for migrations; production requires it, so that the application itself can neither change nor delete the audit log.'),
  MASTER_KEY:           key('Key that opens the key ring: 32 bytes in base64.'),
  MASTER_KEY_FILE:      text('File of that key, where MASTER_KEY is not set; outside production the first start creates it.', './secrets/master.key'),
  FILES_URL:            bucket('Bucket for protected files, as https://key:secret@host/bucket?region=…; without it they are stored in DATA_DIR/files.'),
  FILES_FROM_URL:       bucket('Bucket with older files, which are read from there and moved by the attachment migration; unset it once the migration has ended. Files in DATA_DIR/files need no setting.'),
  IMPORT_DIR:           text('Folder of the server whose folders RUP can check and import as offices that move in; none without it. Several servers need the same folder at the same place.'),
  CASE_TAKE_DAYS:       whole('Days in which an operator should take a case that was received, is to be assigned or was reopened.', 7, 1, 365),
  CASE_CLOSE_DAYS:      whole('Days in which a case should be closed, from its receipt or reopening.', 90, 1, 3650),
  LETTER_DAYS:          whole('Days after the receipt of a complaint by which the complainant must be informed whether the case goes on (Directives (EU) 2024/1499 and 2024/1500, art. 6).', 30, 1, 365),
  LETTER_DAY_KIND:      oneOf('Which days these are: `working` leaves out Saturdays, Sundays and holidays.', dayKinds, 'calendar'),
  ASSESSMENT_DAYS:      whole('Days after an assessment is sent by which its addressees say what they did (Directives (EU) 2024/1499 and 2024/1500, art. 9).', 60, 1, 730),
  DIGEST_HOUR:          whole('Hour (Europe/Rome) from which authors and assignees are notified of the reminders of the day.', 7, 0, 23),
  KEEP_CASES_YEARS:     whole('Years after its closure when a case is pseudonymised.', 10, 1, 100),
  KEEP_MAILS_DAYS:      whole('Days after which a sent mail is deleted.', 30, 1, 3650),
  KEEP_FILES_HOURS:     whole('Hours after which an unclaimed upload or a generated file is deleted.', 24, 1, 720),
  EXPORTS_AT_ONCE:      whole('Exports that one user may have in progress.', 3, 1, 100),
  EXPORTS_PER_DAY:      whole('Exports that one user may start in 24 hours.', 100, 1, 100_000),
  KEEP_JOBS_HOURS:      whole('Hours after which a finished job is deleted.', 24, 1, 720),
  ...signInSettings,
  AUTH_MOCK:            oneOf('`on` lets demo users sign in without SPID. Default: on with the embedded database outside production, else off.', ['on', 'off']),
  TEST_INSTALLATION:    oneOf('`on` declares that the whole installation is a test: every page says so. Production needs it to offer test providers of SPID.', ['on', 'off'], 'off'),
  SIGNATURE_KEY_FILE:   text('Private key with which certificates of enrolment are signed as PAdES (PEM, RSA or EC); without it they have no signature.'),
  SIGNATURE_CERTIFICATE_FILE: text('Its certificate (PEM), followed by those that lead to a root. When it has expired, certificates of enrolment have no signature; the log warns and the desk sees it.'),
  CLAMD_URL:            url('Antivirus: clamd as tcp://host:port; without it the server checks only the content and the EICAR test file.', ['tcp:']),
  CAPTCHA_FIXED:        text('The answer of every captcha, for automated tests; production refuses it.'),
  REGISTRY_MATCH_LEAST: whole('Least weight of two registry records that may be of one person.', 12, 1, 100),
  REGISTRY_MATCH_WEIGHTS: weights('Weights by which registry records are compared, as JSON in place of the defaults, for example `{"person":{"birthDate":{"different":-3}}}`.'),
  REGISTER_EXPIRY:      oneOf('When an enrolment in the register expires: a year from its decree (`anniversary`), or on 31 December (`year_end`).', ['anniversary', 'year_end'], 'anniversary'),
  ANALYTICS_URL:        url('Self-hosted Matomo that counts visits of public pages, without cookies; off unless set.', ['https:', 'http:']),
  ANALYTICS_SITE:       whole('Number of the site in Matomo.', 1, 1, 1_000_000),
  SMTP_URL:             url('Mail server; without it mails are stored as files in DATA_DIR/outbox.', ['smtp:', 'smtps:']),
  MAIL_FROM:            text('Sender of the mails; default: the assistance mailbox.'),
  ...mailboxSettings,
  ...limitSettings,
  METRICS_PORT:         whole('Port of /metrics for Prometheus, beside that of the portal; 0 for none.', 0, 0, 65535),
  METRICS_HOST:         text('Address on which the metrics are served: one that only the network of the machines reaches.', '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('Collector of OpenTelemetry traces (OTLP over HTTP); none are made without it. Its headers are read from `OTEL_EXPORTER_OTLP_HEADERS`.', ['http:', 'https:']),
  TRACED_PERCENT:       whole('How many calls and jobs in a hundred are traced.', 100, 1, 100),
  LOG_LEVEL:            oneOf('How much is logged.', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
  ...officeSettings(defaults),
})

type Table = ReturnType<typeof settingsTable>
type Values = { [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never }

export interface Settings {
  readonly isProduction: boolean
  readonly host: string
  readonly port: number
  /** Public origin of the portal; by default that of HOST and PORT. */
  readonly publicOrigin: string
  /** The whole installation is declared a test: every page says so. */
  readonly isTestInstallation: boolean
  readonly trustProxy: boolean
  readonly dataDir: string
  /** Megabytes. */
  readonly diskReserve: number
  /** Seconds between the announcement of a stop and the stop. */
  readonly drainSeconds: number
  /** Whether this process works on the queues of jobs. */
  readonly worksOnJobs: boolean
  /** Seconds that a call waits for a database that is away. */
  readonly databasePatience: number
  readonly databaseUrl: string | undefined
  /** Where the server listens for changes; undefined with the embedded database. */
  readonly databaseListenUrl: string | undefined
  readonly databasePool: number
  /** A replica for reads, and the seconds by which it may be behind. */
  readonly databaseReplica: { readonly url: string; readonly lagSeconds: number } | undefined
  /** Whether PostgreSQL keeps statements parsed and planned. */
  readonly preparesStatements: boolean
  /** Seconds. */
  readonly databaseWait: number
  readonly databaseOwnerUrl: string | undefined
  readonly masterKey: Buffer | undefined
  readonly masterKeyFile: string
  readonly filesUrl: string | undefined
  /** Bucket that may still have older files. */
  readonly filesFromUrl: string | undefined
  /** Folder whose folders RUP can import. */
  readonly importDir: string | undefined
  /** Retention times, in the unit of each name. */
  readonly keep: {
    readonly casesYears: number
    readonly mailsDays: number
    readonly receivedMailsDays: number
    readonly filesHours: number
    readonly jobsHours: number
  }
  /** Deadlines of the office, in days. */
  readonly terms: {
    readonly takeDays: number
    readonly closeDays: number
    readonly letterDays: number
    readonly letterDayKind: DayKind
  }
  readonly digestHour: number
  /** Days in which the addressees of an assessment answer. */
  readonly assessmentDays: number
  /** How long enrolments hold; how many numbers one network may look up in an hour, 0 for no limit, and words in a minute. */
  readonly register: {
    readonly enrolmentTerm: 'anniversary' | 'year_end'
    readonly checksPerHour: number
    readonly wordsPerMinute: number
  }
  /** How many exports one user may have in progress, and start in 24 hours. */
  readonly exports: { readonly atOnce: number; readonly perDay: number }
  /** How registry records are compared, and the least weight of a possible duplicate. */
  readonly matching: { readonly weights: Readonly<Record<RegistryKind, MatchWeights>>; readonly least: number }
  readonly hasDemoPeople: boolean
  readonly spid: SignInSettings
  /** Files of the key and the certificate that sign documents. */
  readonly signature: { readonly keyFile: string; readonly certificateFile: string } | undefined
  /** Address of clamd. */
  readonly clamdUrl: string | undefined
  readonly scansPerMinute: number
  /** Uploads in progress: of all networks together, and of one network. */
  readonly uploads: { readonly atOnce: number; readonly ofNetwork: number }
  readonly parsers: { readonly processes: number; readonly seconds: number }
  readonly assistancePerMinute: number
  readonly limitedMailsPerHour: number
  readonly captchaFixed: string | undefined
  /** The office's own Matomo and the number of the site in it. */
  readonly analytics: { readonly url: string; readonly siteId: number } | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly mailboxes: MailboxSettings
  readonly reportsPerMinute: number
  readonly requestsPerMinute: number
  /** Where the metrics are served, if at all. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Where traces are sent, if at all, and how many calls in a hundred. */
  readonly tracing: { readonly endpoint: string; readonly percent: number } | undefined
  readonly logLevel: Values['LOG_LEVEL']
  readonly office: Office
}

/** Thrown for an invalid environment, with one sentence for each error. */
export class SettingsError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the settings. Throws a SettingsError with the name and the expected value of every invalid one. */
export function readSettings(env: Environment, defaults: Office): Settings {
  const values: Record<string, unknown> = {}
  const errors: string[] = []
  for (const [name, setting] of Object.entries<Setting<unknown>>(settingsTable(defaults))) {
    const raw = textOf(env, name) ?? fallbackOf(env, setting)
    const value = raw === undefined ? undefined : setting.read(raw)
    if (isExpected(value))
      errors.push(`${name} is ${mayRepeat(name, setting, raw) ? `"${raw}"` : 'wrong'}, but must be ${value.expected}.`)
    else values[name] = value
  }
  const complete = values as Values
  errors.push(...contradictions(complete))
  if (errors.length > 0) throw new SettingsError(errors.join('\n'))
  return settingsOf(complete)
}

const textOf = (env: Environment, name: string) => env[name]?.trim() || undefined

const fallbackOf = (env: Environment, { fallback, translates }: Setting<unknown>) =>
  translates && textOf(env, translates) ? undefined : fallback

/** A message repeats an invalid value unless it may contain a password: an address with user information before the @. */
const mayRepeat = (name: string, { isSecret }: Setting<unknown>, raw: string | undefined) =>
  !isSecret && !(name.endsWith('_URL') && raw?.includes('@'))

function settingsOf(values: Values): Settings {
  const isProduction = values.NODE_ENV === 'production'
  return {
    isProduction,
    host: values.HOST,
    port: values.PORT,
    publicOrigin: publicOriginOf(values),
    isTestInstallation: values.TEST_INSTALLATION === 'on',
    trustProxy: values.TRUST_PROXY === 'on',
    dataDir: resolve(values.DATA_DIR),
    diskReserve: values.DISK_RESERVE_MB,
    drainSeconds: values.DRAIN_SECONDS,
    worksOnJobs: values.JOBS === 'on',
    databaseUrl: values.DATABASE_URL,
    databaseListenUrl: values.DATABASE_URL && (values.DATABASE_LISTEN_URL ?? values.DATABASE_URL),
    databasePool: values.DATABASE_POOL,
    databaseReplica: values.DATABASE_REPLICA_URL
      ? {
          url: values.DATABASE_REPLICA_URL,
          lagSeconds: values.DATABASE_REPLICA_LAG,
        }
      : undefined,
    preparesStatements: values.PREPARED_STATEMENTS === 'on',
    databaseWait: values.DATABASE_WAIT,
    databasePatience: values.DATABASE_PATIENCE,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    masterKey: values.MASTER_KEY,
    masterKeyFile: resolve(values.MASTER_KEY_FILE),
    filesUrl: values.FILES_URL,
    filesFromUrl: values.FILES_FROM_URL,
    importDir: values.IMPORT_DIR,
    terms: {
      takeDays: values.CASE_TAKE_DAYS,
      closeDays: values.CASE_CLOSE_DAYS,
      letterDays: values.LETTER_DAYS,
      letterDayKind: values.LETTER_DAY_KIND,
    },
    digestHour: values.DIGEST_HOUR,
    assessmentDays: values.ASSESSMENT_DAYS,
    keep: {
      casesYears: values.KEEP_CASES_YEARS,
      mailsDays: values.KEEP_MAILS_DAYS,
      receivedMailsDays: values.KEEP_RECEIVED_MAILS_DAYS,
      filesHours: values.KEEP_FILES_HOURS,
      jobsHours: values.KEEP_JOBS_HOURS,
    },
    register: {
      enrolmentTerm: values.REGISTER_EXPIRY,
      checksPerHour: values.CHECK_PIVA_PER_HOUR,
      wordsPerMinute: values.REGISTER_WORDS_PER_MINUTE,
    },
    exports: { atOnce: values.EXPORTS_AT_ONCE, perDay: values.EXPORTS_PER_DAY },
    matching: { weights: values.REGISTRY_MATCH_WEIGHTS, least: values.REGISTRY_MATCH_LEAST },
    hasDemoPeople: !isProduction && (values.AUTH_MOCK ?? (values.DATABASE_URL ? 'off' : 'on')) === 'on',
    spid: signInOf(values),
    signature: signatureOf(values),
    clamdUrl: values.CLAMD_URL,
    scansPerMinute: values.SCANS_PER_MINUTE,
    uploads: { atOnce: values.UPLOADS_AT_ONCE, ofNetwork: values.UPLOADS_OF_NETWORK },
    parsers: { processes: values.PARSER_PROCESSES, seconds: values.PARSER_SECONDS },
    assistancePerMinute: values.ASSISTANCE_PER_MINUTE,
    limitedMailsPerHour: values.MAILS_PER_HOUR,
    captchaFixed: values.CAPTCHA_FIXED,
    analytics: values.ANALYTICS_URL ? { url: values.ANALYTICS_URL, siteId: values.ANALYTICS_SITE } : undefined,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? values.OFFICE_ASSISTANCE_MAIL,
    mailboxes: mailboxesOf(values),
    reportsPerMinute: values.REPORTS_PER_MINUTE,
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    metrics: values.METRICS_PORT === 0 ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, percent: values.TRACED_PERCENT }
      : undefined,
    logLevel: values.LOG_LEVEL,
    office: officeOf(values),
  }
}

const signatureOf = ({ SIGNATURE_KEY_FILE: key, SIGNATURE_CERTIFICATE_FILE: certificate }: Values) =>
  key && certificate ? { keyFile: resolve(key), certificateFile: resolve(certificate) } : undefined
