import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import followUpTexts from '@portal/contract/texts/follow-up/it.json'
import contractTexts from '@portal/contract/texts/it.json'
import letterTexts from '@portal/contract/texts/letters/it.json'
import officeTexts from '@portal/contract/texts/office/it.json'
import registerTexts from '@portal/contract/texts/register/it.json'
import { describe, expect, test } from 'vitest'
import assistanceTexts from './assistance/it.json'
import deskTexts from './desk/it.json'
import enrolmentTexts from './enrolment/it.json'
import lineTexts from './lines/it.json'
import loginTexts from './login/it.json'
import noticeTexts from './notice/it.json'
import openDataTexts from './open-data/it.json'
import pageTexts from './pages/it.json'
import publicRegisterTexts from './register/it.json'
import siteTexts from './site/it.json'
import tourTexts from './tour/it.json'
import uploadTexts from './upload/it.json'
import wizardTexts from './wizard/it.json'

const flat = (node: object, prefix = ''): [string, string][] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'object'
      ? flat(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, String(value)] as [string, string]],
  )
/** Keys that the program puts together, by how they begin. */
const composed = [
  ...[
    'agendaPage.feed.ask.',
    'agendaPage.digest.rhythms.',
    'caseNew.sheet.',
    'caseNew.same.reasons.',
    'assurancesPage.',
    'certificateCheck.',
    'desk.groups.',
    'help.names.',
    'tour.',
    'enrolment.labels.',
    'enrolment.replace.',
    'enrolment.todo.',
    'login.only.',
    'mailbox.delivery.',
    'mailbox.deliveryReasons.',
    'mailbox.failures.',
    'mailbox.grounds.',
    'mailbox.kindNotes.',
    'mailbox.kinds.',
    'mailbox.sentStates.',
    'mailbox.states.',
    'personalArea.invitations.',
    'caseHistory.members.',
    'casesHome.all.',
    'casesHome.none.',
    'casesHome.tabs.',
    'casesHome.steps.',
    'register.queue.tabs.',
    'register.queue.turns.',
    'register.queue.steps.',
    'register.queue.none.',
    'list.hints.',
    'site.nav.',
    'site.footer.',
    'titles.',
    'upload.instead.',
    'toasts.',
    'errors.missing',
    'errors.timeout',
    'cases.places.',
    'cases.tabs.',
    'list.look.widths.',
    'list.savedViews.',
    'exportPage.fields.',
    'exportPage.formats.',
    'exportPage.states.',
    'runsPage.filters.',
    'runsPage.kinds.',
    'runsPage.states.',
    'runsPage.results.',
    'runsPage.problems.',
    'runsPage.waitingFor.',
    'runsPage.unmoved.',
    'statisticsPage.cases',
    'statisticsPage.register',
    'statisticsPage.filters.',
    'statisticsPage.sections.',
    'statisticsPage.comparison.',
    'cases.messages.off.',
    'cases.bulk.acts.',
    'cases.bulk.done.',
    'cases.bulk.missed.',
    'comments.fields.',
    'comments.modes.',
    'reminders.fields.',
    'reminders.quick.',
    'savedReplies.fields.',
    'savedReplies.languages.',
    'quickSearch.places.',
    'flaggedReports.reasons.',
    'caseDocuments.sources.',
    'caseDocuments.warnings.',
    'registry.disagreement.facts.',
    'registry.duplicates.facts.',
    'registry.duplicates.tabs.',
    'registry.suggestions.found.',
    'registry.suggestions.sources.',
    'registry.duplicates.outcomes.',
    'registry.duplicates.kinds.',
    'registry.duplicates.apart.',
    'registry.find.',
    'registry.new.',
    'registry.disagreement.facts.',
    'registry.groups.',
    'registry.fields.',
    'registry.filters.',
    'registry.filterGroups.',
    'registry.lists.',
    'registry.nothingYet.',
    'registry.add.',
    'registry.tabs.',
    'registry.reasons.',
    'registry.page.',
    'preview.previous',
    'preview.next',
    'preview.smaller',
    'preview.larger',
    'preview.ends.',
    'referenceLists.asks.',
    'referenceLists.changed.',
    'referenceLists.columns.',
    'referenceLists.fields.',
    'referenceLists.fixed.',
    'referenceLists.labels.',
    'referenceLists.names.',
    'referenceLists.order.',
    'referenceLists.states.',
    'information.statuses.',
    'information.targets.',
    'information.conditions.',
    'information.needs.',
    'information.rooms.',
    'information.access.',
  ],
  ...['report.steps.', 'report.questions.', 'report.hints.', 'report.groups.'],
  ...[
    'report.fieldHints.',
    'report.profiles.',
    'pages.examples.areas',
    'pages.help.sections',
    'assistanceForm.fields.',
    'assistanceForm.hints.',
    'desk.counters.',
  ],
  ...['cases.lists.', 'cases.columns.', 'cases.due.', 'cases.nothing.', 'cases.filters.', 'cases.filterGroups.'],
  ...['cases.either.', 'cases.preview.', 'deskKeys.actions.'],
  ...['lines.add.', 'lines.one.', 'caseTabs.', 'caseDetail.readOnly.', 'caseDetail.editDenials.'],
  ...['caseDetail.reporter', 'caseDetail.victim', 'caseDetail.offender', 'editMerge.mine', 'editMerge.theirs'],
  ...['editMerge.changedBy.', 'caseEventKinds.', 'caseActions.names.', 'caseActions.titles.', 'caseActions.texts.'],
  ...['caseActions.confirms.', 'caseActions.done.', 'caseActions.fields.', 'caseActions.levels.'],
  ...['summaryTab.about.', 'summaryTab.fields.', 'summaryTab.actions.', 'summaryTab.done.', 'summaryTab.kinds.'],
  ...['publicAssessments.conclusions.', 'publicAssessments.answers.', 'publicAssessments.entry.'],
  ...['assessmentTab.fields.', 'assessmentTab.actions.', 'assessmentTab.confirm.', 'assessmentTab.done.'],
  ...['letters.fields.', 'letters.send.', 'letters.sent.', 'letterTexts.kinds.', 'letterTexts.fields.'],
  ...['caseActions.reasons.', 'caseActions.previous', 'caseActions.next'],
  ...['batchPage.retention.units.', 'auditPage.filters.', 'auditPage.outcomes.'],
  ...['auditPage.detail.fields', 'auditPage.detail.openedFields', 'auditPage.detail.filters'],
  ...['auditPage.verify.places.', 'rightsPage.fields.'],
  ...[
    'rightsPage.kindTexts.',
    'rightsPage.counts.',
    'rightsPage.underWay.',
    'rightsPage.decision.titles.',
    'rightsPage.decision.confirms.',
  ],
  ...['login.notices.', 'refused.reasons.', 'session.ended.', 'mySessions.signIn.', 'mySessions.ask.'],
  ...[
    'operators.fields.',
    'operators.filters.',
    'operators.states.',
    'operators.history.actions.',
    'batchPage.upload.',
  ],
  ...['wizard.todo.', 'followUp.todo.', 'assistanceForm.todo.'],
  ...['followUp.states.', 'followUp.code', 'followUp.pin', 'followUp.ended', 'followUp.left'],
  ...['upload.news.', 'upload.warnings.', 'upload.waiting', 'upload.checking', 'upload.asking', 'wizard.captcha.'],
  ...[
    'editLock.conflictTitle.',
    'editLock.conflictText.',
    'editLock.freed.',
    'editLock.lostText.',
    'editLock.lostFreedTitle.',
    'editLock.lostFreedText.',
    'editLock.resumeOff.',
    'editDrafts.restoreOff.',
    'editMerge.title.',
    'editMerge.text.',
  ],
  ...[
    'register.lists.',
    'register.nothing.',
    'register.columns.',
    'register.filterGroups.',
    'register.filters.',
    'register.listTabs.',
    'register.turns.',
  ],
  ...['associationFacts.', 'associationEventKinds.', 'register.letterKinds.'],
  ...['register.letterStates.', 'register.actions.names.', 'register.actions.titles.', 'register.actions.texts.'],
  ...['register.actions.confirms.', 'register.actions.done.', 'register.actions.fields.'],
  ...['register.actions.reasons.', 'register.actions.editReasons.'],
  ...['personalArea.state.texts.', 'personalArea.events.'],
  ...['publicRegister.states.', 'publicRegister.order.', 'publicRegister.entry.steps.'],
  ...['publicRegister.endings.', 'publicRegister.nearness.'],
  ...['openData.tables.', 'openData.columns.', 'openData.counting.items'],
  ...['certificateCheck.valid', 'certificateCheck.invalid'],
  ...['registerStatuses.', 'registerTabs.', 'registerGroups.', 'registerFields.', 'registerColumns.'],
  ...['enrolment.lineNames.', 'enrolment.addLine.', 'enrolment.hints.', 'enrolment.documents.', 'enrolment.intros.'],
  // Specified; the first page that needs it is still to come.
  'report.choose',
]
const parts = [
  contractTexts,
  letterTexts,
  officeTexts,
  registerTexts,
  siteTexts,
  tourTexts,
  deskTexts,
  enrolmentTexts,
  loginTexts,
  openDataTexts,
  pageTexts,
  assistanceTexts,
  followUpTexts,
  lineTexts,
  noticeTexts,
  publicRegisterTexts,
  uploadTexts,
  wizardTexts,
]
const all = parts.flatMap((part) => flat(part))

describe('texts', () => {
  test('are all written, and none twice under one key', () => {
    expect(all.every(([, text]) => text.trim().length > 0)).toBe(true)
    expect(new Set(all.map(([key]) => key)).size).toBe(all.length)
  })

  test('of each part begin with words of its own: parts are laid one over the other', () => {
    const starts = parts.flatMap((part) => Object.keys(part))
    // The office adds to the sentences that everybody may read; no key of them is said twice (above).
    const both = ['messages', 'problems']
    const own = starts.filter((start) => !both.includes(start))
    expect(own).toEqual([...new Set(own)])
  })

  test('have every plural form that the language has', () => {
    const forms = new Intl.PluralRules('it').resolvedOptions().pluralCategories
    const stems = all.flatMap(([key]) => /^(.*)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1] ?? [])
    for (const stem of stems) for (const form of forms) expect(all.map(([key]) => key)).toContain(`${stem}_${form}`)
  })

  test('hold what the specification says to the letter', () => {
    const texts = all.map(([, text]) => text)
    expect(texts).toEqual(
      expect.arrayContaining([
        'Campo obbligatorio',
        'Codice fiscale non valido.',
        'Inserire partita IVA di 11 caratteri numerici o CF di 16 caratteri alfanumerici',
        'Inserire una data valida. Il formato richiesto è: (gg/mm/aaaa)',
        'Inserire un range di date valido.',
        'Email non valida. Il formato richiesto è: (nome@esempio.it)',
        'La partita IVA deve avere 11 cifre',
        "Errore nell'invio della segnalazione, riprova",
        'Attenzione, il file è già presente nella lista degli allegati',
        'Hai raggiunto il numero massimo di allegati. Non è possibile allegare ulteriori documenti',
        'Estensione file non consentita, il formato consentito è solo pdf',
        'Autorizzazione ad usare i dati personali (legge 196/03)',
        'Accesso negato',
        "L'utente non è autorizzato ad accedere all'applicazione. Si prega di riprovare.",
        "Impossibile accedere all'area riservata. Si prega di contattare il Contact Center al numero {{phone}}",
        'Errore interno',
        'Errore chiamata',
        "Errore durante il carimento dell'anagrafica",
        'Salvataggio effettuato con successo!',
        'Segnalazione inserita con successo',
        'Nessun dato presente nella tabella',
        '--- Non impostato ---',
        '--- Seleziona ---',
        'Dettaglio richiesta',
        'Dettaglio storico richiesta',
        'Segnalazione modificata con successo',
        'Dettaglio associazione',
        'Dettaglio storico associazione',
        'Associazione modificata con successo',
        'La richiesta di rinnovo è stata inviata con successo',
        'La tua richiesta di iscrizione è stata inviata correttamente al nostro Contact Center.',
        'Nuova modalità di discriminazione inserita',
        'Are you sure you want to delete the selected element?',
        'Error',
        'Success',
      ]),
    )
  })

  test('of the screens are all shown somewhere', () => {
    const root = join(import.meta.dirname, '..')
    const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
      .map((name) => readFileSync(join(root, name), 'utf8'))
      .join('\n')
    const isShown = (key: string) =>
      composed.some((start) => key.startsWith(start)) || source.includes(`'${key.replace(/_[a-z]+$/, '')}'`)
    expect(
      [
        ...flat(siteTexts),
        ...flat(tourTexts),
        ...flat(deskTexts),
        ...flat(loginTexts),
        ...flat(openDataTexts),
        ...flat(pageTexts),
        ...flat(assistanceTexts),
        ...flat(followUpTexts),
        ...flat(enrolmentTexts),
        ...flat(lineTexts),
        ...flat(publicRegisterTexts),
        ...flat(uploadTexts),
        ...flat(wizardTexts),
      ]
        .map(([key]) => key)
        .filter((key) => !isShown(key)),
    ).toEqual([])
    for (const start of composed.filter((start) => start.endsWith('.'))) expect(source).toContain(`\`${start}\${`)
  })

  test('are the only place where screens speak: no sentence stands in a component', () => {
    const root = join(import.meta.dirname, '..')
    const components = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.tsx') && !/\.test\.|features[\\/]kit/.test(name),
    )
    const spoken = components.flatMap((name) =>
      [...readFileSync(join(root, name), 'utf8').matchAll(/>\s*([A-ZÀ-Ú][a-zà-ú]+(?: [a-zà-ú']+)+)\s*</g)].map(
        ([, text]) => `${name}: ${text}`,
      ),
    )
    expect(components.length).toBeGreaterThan(30)
    expect(spoken).toEqual([])
  })
})
