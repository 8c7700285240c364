import { join } from 'node:path'
import { createAssistance } from '#features/assistance/assistance.service.ts'
import { actsFor } from '#features/associations/record/associations.store.ts'
import { createAssociationUses } from '#features/associations/record/choice-uses.ts'
import { createBatch } from '#features/batch/batch.service.ts'
import { createAttachmentMigration } from '#features/batch/migration.service.ts'
import { createRunList } from '#features/batch/run-list.ts'
import { createCaptcha } from '#features/captcha/captcha.service.ts'
import { countCaseChoices } from '#features/cases/choice-uses.ts'
import { findIds, restrictionOf } from '#features/cases/finding/find-cases.ts'
import { noteReceived } from '#features/cases/history/case-history.service.ts'
import { createExports } from '#features/exports/exports.service.ts'
import { createExportTemplates } from '#features/exports/templates/templates.service.ts'
import { createAssurances } from '#features/office-texts/assurances.service.ts'
import { createOperators } from '#features/operators/operators.service.ts'
import { createOperatorSource } from '#features/operators/operators-source.ts'
import { createUploads } from '#features/operators/upload/uploads.service.ts'
import { createEntries } from '#features/reference/entries/entries.service.ts'
import { createReference, type Reference } from '#features/reference/reference.service.ts'
import { countRegistryChoices } from '#features/registry/choice-uses.ts'
import type { Registry } from '#features/registry/registry.service.ts'
import { createReports } from '#features/reports/reports.service.ts'
import { createRetention, type RetentionOptions } from '#features/retention/retention.service.ts'
import { createRights, type RightsOptions } from '#features/rights/rights.service.ts'
import { createOwnSessions } from '#features/session/own-sessions.ts'
import { createSignIn } from '#features/session/session.service.ts'
import { type ConnectedProviders, createSpidServices } from '#features/spid/create-spid-services.ts'
import type { KeyPair } from '#features/spid/providers/certificate.ts'
import type { SpidOptions } from '#features/spid/spid.service.ts'
import { createAnnualReport } from '#features/statistics/annual-report/annual-report.ts'
import { createOpenData } from '#features/statistics/open-data/open-data.service.ts'
import { createStatistics, type Statistics } from '#features/statistics/statistics.service.ts'
import type { Attachments } from '#platform/attachments/attachments.ts'
import type { FileMoves } from '#platform/files/file-moves.ts'
import { userShare } from '#platform/pdf/document-file.ts'
import { serverFolder } from '#platform/server-folder.ts'
import { createSessions } from '#platform/session/sessions.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { type OfficeKey, withoutKey } from '#platform/signing/open-signer.ts'
import { createTestProvider } from '../demo/test-provider/test-provider.ts'
import { createAssociationServices } from './create-association-services.ts'
import { createCaseServices } from './create-case-services.ts'
import { createCorrespondence } from './create-correspondence.ts'
import { createMailboxServices } from './create-mailbox-services.ts'
import type { Parsers } from './create-parsers.ts'
import { createPlatform, type Platform, type PlatformOptions } from './create-platform.ts'
import { createTransferWith } from './create-transfer.ts'
import { protectedTables } from './protected-tables.ts'

export type Services = Awaited<ReturnType<typeof createServices>>

interface Options extends PlatformOptions {
  /** The key of the SPID service provider, and the connected providers; none by default. */
  readonly spid?: { readonly keys: KeyPair | undefined; readonly providers: ConnectedProviders }
  /** Signs documents; nobody by default. */
  readonly officeKey?: OfficeKey
}

const clipsFolder = new URL('assets/captcha/', serverFolder)
const withoutSpid = { keys: undefined, providers: { list: () => [], find: () => undefined } }

/** Creates the services of every feature and connects them. */
export async function createServices(options: Options) {
  const { settings, database, spid = withoutSpid, officeKey = withoutKey } = options
  const platform = await createPlatform(options)
  const { parsers, cookies } = platform
  const session = createSessionServices(settings, {
    ...platform,
    ...platform.cookies,
  })
  const reference = createReference(platform)
  const captcha = createCaptchaWith(settings, platform)
  const operators = createOperators({
    ...platform,
    sessions: session.sessions,
    withDemoPeople: settings.hasDemoPeople,
  })
  const work = createCaseServices({
    ...platform,
    operators,
    reference,
    terms: settings.terms,
    publicOrigin: settings.publicOrigin,
    matching: settings.matching,
  })
  const correspondence = createCorrespondence(settings, {
    ...platform,
    ...cookies,
    reference,
    caseNeeds: work.caseNeeds,
  })
  const dataProtection = createDataProtection(settings, {
    ...platform,
    tables: protectedTables,
    reference,
    workers: operators.staff,
    notify: work.notices.tell,
  })
  const associations = createAssociationServices(settings, {
    ...platform,
    operators,
    reference,
    captcha,
    registry: work.registry,
    caseNeeds: work.caseNeeds,
    notify: work.notices.tell,
    officeKey,
  })
  const exportTemplates = createExportTemplates(platform)
  platform.accountEvents.on('accountEnded', ({ tx, userId }) => exportTemplates.forget(tx, userId))
  platform.accountEvents.on('personIdentified', ({ taxCode }) => associations.invitations.claim(taxCode))
  const { publicOrigin, office, hasDemoPeople } = settings
  const now = () => platform.clock.now()
  const testProviders = (hasDemoPeople ? (['spid', 'cie'] as const) : []).map((scheme) =>
    createTestProvider({ scheme, publicOrigin, slug: office.slug, now }),
  )
  const statistics = createStatisticsServices(settings, { ...platform, reference, associations, work })
  return {
    ...platform,
    ...session,
    ...work,
    ...correspondence,
    ...createMailboxServices(settings, { ...platform, ...work }),
    ...dataProtection,
    associations,
    reference,
    captcha,
    operators,
    digestHour: settings.digestHour,
    tidy: database.tidy,
    ...createIntake(settings, {
      ...platform,
      ...work,
      captcha,
      reference,
      noteReceived: (...received) => noteReceived(work.caseNeeds, ...received),
    }),
    entries: createEntries({
      ...platform,
      uses: [countCaseChoices, countRegistryChoices, createAssociationUses(platform.vault)],
    }),
    uploads: createUploads(platform),
    transfer: createTransferWith({ ...platform, reference, importDir: settings.importDir }),
    assurances: createAssurances(platform),
    exportTemplates,
    exports: createExportServices(settings, { ...platform, reference, operators, associations, work, statistics }),
    statistics,
    openData: createOpenData({
      ...platform,
      terms: settings.terms,
      publicOrigin: settings.publicOrigin,
      listsFor: reference.listsFor,
      registerDataset: associations.register.dataset,
    }),
    testProviders: testProviders.map((provider) => ({ provider, demoPeople: session.signIn.demoPeople, now })),
    spid: createSpidServices({
      ...platform,
      settings,
      keys: spid.keys,
      connected: spid.providers,
      testProviders,
      enter: session.signIn.asIdentity,
      sessionHashOf: session.sessions.hashOf,
      ...messageReaders(parsers),
    }),
  }
}

interface Counted extends Platform {
  readonly reference: Reference
  readonly associations: Pick<ReturnType<typeof createAssociationServices>, 'lists'>
  readonly work: Pick<ReturnType<typeof createCaseServices>, 'caseNeeds'>
}

/** Statistics of cases and of the register. */
const createStatisticsServices = (settings: Settings, { reference, associations, work, ...needs }: Counted) =>
  createStatistics({
    ...needs,
    terms: settings.terms,
    productTag: settings.office.productTag,
    listsFor: (lists) => reference.listsFor(lists, 'it'),
    casesMatching: (filters, user) => restrictionOf(work.caseNeeds, { view: 'everywhere', filters }, user),
    casesChosen: (chosen, user) => findIds(work.caseNeeds, { view: 'everywhere', filters: {} }, user, { chosen }),
    associationsMatching: associations.lists.matching,
  })

interface Exported extends Platform {
  readonly reference: Reference
  readonly operators: ReturnType<typeof createOperators>
  readonly associations: Pick<ReturnType<typeof createAssociationServices>, 'sources'>
  readonly work: Pick<ReturnType<typeof createCaseServices>, 'caseSource' | 'registry' | 'notices'>
  readonly statistics: Statistics
}

/** Files of every list, and the annual report. */
const createExportServices = (
  settings: Settings,
  { reference, operators, associations, work, statistics, ...needs }: Exported,
) =>
  createExports({
    ...needs,
    limits: settings.exports,
    readLabels: reference.labels,
    workers: operators.staff,
    notify: work.notices.tell,
    sources: {
      cases: work.caseSource,
      operators: createOperatorSource(needs),
      ...associations.sources,
      people: work.registry.sources.person,
      organisations: work.registry.sources.organisation,
    },
    documents: {
      annualReport: createAnnualReport({
        clock: needs.clock,
        office: needs.office,
        ofPeriods: statistics.ofPeriods,
        write: (document, { id }) => needs.parsers.run('word', document, userShare(id)),
      }),
    },
  })

type SessionNeeds = Omit<
  Parameters<typeof createSignIn>[0] & Parameters<typeof createSessions>[0],
  'sessions' | 'acceptsDemoPeople' | 'offered'
>

/** The services for signing in, and for the sessions that it starts. */
function createSessionServices(settings: Settings, needs: SessionNeeds) {
  const session = { ...needs, acceptsDemoPeople: settings.hasDemoPeople, offered: settings.spid.offered }
  const sessions = createSessions(session)
  return {
    sessions,
    signIn: createSignIn({ ...session, sessions }),
    ownSessions: createOwnSessions({ ...session, sessions }),
  }
}

type Intake = Omit<Parameters<typeof createReports>[0], 'reportsPerMinute' | 'organisationOf'> & {
  readonly reference: Reference
  readonly registry: Registry
}

/** The services by which people write to the office. */
const createIntake = (settings: Settings, { reference, registry, ...needs }: Intake) => ({
  reports: createReports({
    ...needs,
    reportsPerMinute: settings.reportsPerMinute,
    organisationOf: async (tx, member) =>
      (await actsFor(tx, needs.vault, member)) ? registry.findOrganisation(member.number, tx) : undefined,
  }),
  assistance: createAssistance({
    ...needs,
    perMinute: settings.assistancePerMinute,
    listSubjects: (language) => reference.list('assistance_subject', language),
  }),
})

type Protection = Omit<RetentionOptions, 'keep' | 'outboxFolder'> & {
  readonly attachments: Attachments
  readonly reference: Reference
  readonly fileMoves: FileMoves
} & Pick<RightsOptions, 'workers' | 'notify' | 'inTransaction'>

/** The services for retention, encryption and the rights of data subjects. */
function createDataProtection(settings: Settings, { reference, ...needs }: Protection) {
  const protection = { ...needs, outboxFolder: join(settings.dataDir, 'outbox') }
  const runList = createRunList(needs)
  return {
    batch: createBatch({
      ...protection,
      hasAntivirus: settings.clamdUrl !== undefined,
      nodeVersion: process.versions.node,
    }),
    migration: createAttachmentMigration({ ...protection, runList }),
    runList,
    retention: createRetention({ ...protection, keep: settings.keep }),
    rights: createRights({
      ...protection,
      productTag: settings.office.productTag,
      listItems: (list) => reference.list(list, 'it', { withRetired: true, place: 'birth' }),
    }),
  }
}

/** The captcha, whose pictures and sounds are made in threads of their own. */
const createCaptchaWith = (settings: Settings, { parsers, ...needs }: Platform) =>
  createCaptcha({
    ...needs,
    fixedAnswer: settings.captchaFixed,
    // A user who sends this many reports also requests new images and mistypes.
    perMinute: 4 * settings.reportsPerMinute,
    draw: (digits, client) => parsers.run('captchaImage', digits, client),
    speak: (spoken, network) => parsers.run('captchaAudio', { ...spoken, clips: clipsFolder.href }, network),
  })

const messageReaders = (parsers: Parsers): Pick<SpidOptions, 'readAnswer' | 'readLogout'> => ({
  readAnswer: (answer, network) => parsers.run('spidAnswer', answer, network),
  readLogout: (message, network) => parsers.run('spidLogout', message, network),
})
