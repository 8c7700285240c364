import { availableParallelism, loadavg } from 'node:os'
import { measureAttacks } from './attacks.ts'
import budgets from './budgets.json' with { type: 'json' }
import { errorsOf as errorsOfCall, measureCalls, shareOf, tableOf } from './calls.ts'
import { errorsOf, figuresOf, measureCaseWork } from './case-work.ts'
import { deskStatements } from './desk-statements.ts'
import { measureExports } from './exports.ts'
import { measureFirstLoads } from './first-load.ts'
import { atLeast, atMost, exceeded } from './limits.ts'
import { row } from './load.ts'
import { measureOffice } from './office.ts'
import { plans } from './plans.ts'
import { type Engine, engines } from './portal.ts'
import { processes } from './processes.ts'
import { measureProtection } from './protection.ts'
import { measurePublicRegister } from './public-register.ts'
import { measureRegister } from './register.ts'
import { registry, registryDuplicates, registryQuality } from './registry-parts.ts'
import { per, positionals, round, seconds, values } from './settings.ts'
import { measureStartStop } from './start-stop.ts'
import { measureStatistics } from './statistics.ts'
import { measureSubmissions } from './submissions.ts'
import { measureTerms } from './terms.ts'
import { transfer } from './transfer.ts'
import { measureWithdrawnRights } from './withdrawn-rights.ts'

/** Reports a second that each engine should take. */
const aimOfSubmissions = { postgres: 150, embedded: 50 }

async function submissions() {
  for (const engine of engines) {
    const figures = await measureSubmissions(engine, seconds)
    if (!figures) continue
    const ratio = per(figures.concurrent.perSecond, figures.bareInserts.perSecond)
    console.log(`\nReports on ${engine} (aims: at least ${aimOfSubmissions[engine]} per second, p95 under 300 ms)`)
    console.table({
      '16 senders': { ...row(figures.concurrent), ratio },
      '40 per second': row(figures.steady),
      'bare inserts': row(figures.bareInserts),
    })
    console.log(`Mails still waiting after the last report: ${figures.mailsWaiting}`)
    atLeast(`submissions per bare insert on ${engine}`, ratio, budgets.submissionsPerBareInsert[engine])
    atMost(`errors on ${engine}`, figures.concurrent.errors + figures.steady.errors + figures.bareInserts.errors, 0)
  }
}

async function caseWork() {
  const rows = Number(values.rows)
  const table: Record<string, object> = {}
  await measureCaseWork(values.engine as Engine, rows, { seconds, only: values.only }, (name, figures) => {
    table[name] = figuresOf(figures)
    console.log(name, JSON.stringify(table[name]))
    const { bytes, alone, bareAlone, kind } = figures
    atMost(`errors of ${name}`, errorsOf(figures), 0)
    atMost(`p50 per bare SQL, ${name}`, per(alone.p50, bareAlone.p50), budgets.caseWorkPerBare[kind])
    if (kind === 'list' || kind === 'search') atMost(`bytes of ${name}`, bytes, budgets.listPageBytes)
  })
  console.log(`\n${rows} cases on ${values.engine}: one call at a time, 40 a second, 16 concurrent`)
  console.table(table)
}

async function calls() {
  const rows = Number(values.rows)
  console.log(`\n${rows} cases on PostgreSQL: calls from 16 connections; processor time of one call`)
  await measureCalls(rows, { seconds, only: values.only, peer: values.peer }, (name, figures) => {
    console.log(name, 'per bare server:', shareOf(figures, 'bare'), 'per peer:', shareOf(figures, 'peer'))
    console.table(tableOf(figures))
    atMost(`errors of ${name}`, errorsOfCall(figures), 0)
  })
}

async function startStop() {
  for (const engine of engines) {
    const figures = await measureStartStop(engine)
    if (!figures) continue
    console.log(`\nThe server on ${engine}, in milliseconds and megabytes`)
    console.table(figures)
    const ratio = per(figures.warmStart, figures.firstStart)
    atMost(`warm start per first start on ${engine}`, ratio, budgets.warmStartPerFirstStart)
  }
}

async function firstLoad() {
  for (const [language, load] of Object.entries(await measureFirstLoads())) {
    const { table, elsewhere, ...figures } = load
    console.log(`\nFirst visit of the report wizard in '${language}' (slow network and processor; medians of five)`)
    console.table(figures)
    console.log([...table.slice(0, 8), ...elsewhere].join('\n'))
    const fonts = language === 'ar' ? budgets.firstLoadArabicFontBytes : budgets.firstLoadFontBytes
    atMost(`first load in '${language}' in bytes`, figures.program, budgets.firstLoadBytes)
    atMost(`fonts of the first load in '${language}' in bytes`, figures.fonts, fonts)
    atMost('layout shift', figures.layoutShift, budgets.layoutShift)
    atMost('largest paint in ms', figures.largestPaint, budgets.largestPaintMs)
    atMost('ready to fill in ms', figures.readyToFill, budgets.readyToFillMs)
    atMost('requests to other hosts', elsewhere.length, budgets.requestsElsewhere)
  }
}

async function protection() {
  const figures = await measureProtection(Number(values.rows), seconds)
  if (!figures) return
  const { filled, micros, compared } = figures
  console.log(`\n${values.rows} cases on PostgreSQL, sealed and plain`)
  console.table({ ...filled.seconds })
  console.table({ ...filled.megabytes })
  console.log('Median microseconds for one report')
  console.table(micros)
  console.log(
    '20 calls a second (aims: list at most 1.3 times plain, searches at most 2 times, p95 over HTTP under 100 ms)',
  )
  for (const [name, { sealed, plain, overHttp }] of Object.entries(compared)) {
    const ratio = per(sealed.p50, plain.p50)
    console.log(name)
    console.table({
      plain: row(plain),
      sealed: { ...row(sealed), ratio },
      ...(overHttp && { 'over HTTP': row(overHttp) }),
    })
    atMost(
      `sealed per plain, ${name}`,
      ratio,
      name.startsWith('list') ? budgets.sealedListPerPlain : budgets.sealedSearchPerPlain,
    )
    atMost(`errors of ${name}`, sealed.errors + plain.errors + (overHttp?.errors ?? 0), 0)
  }
}

async function terms() {
  console.log('\nSearch terms of 10,000 letters, in milliseconds')
  const figures = measureTerms()
  console.table(figures)
  for (const [name, { indexPerNarrative }] of Object.entries(figures))
    atMost(`index per narrative, ${name}`, round(indexPerNarrative), budgets.indexPerNarrative)
}

async function attacks() {
  const figures = await measureAttacks('postgres')
  if (!figures) return
  console.log('\nOne attacker (aim: the server answers others within 50 ms, p95)')
  for (const [name, { answers, seconds: took, processor, liveP95 }] of Object.entries(figures)) {
    console.log(
      `${name}: ${took.toFixed(1)} s, processor ${processor.toFixed(1)} s, live p95 ${liveP95.toFixed(0)} ms`,
      answers,
    )
    atMost(`live p95 in ms during ${name}`, Math.round(liveP95), budgets.liveDuringAttackMs)
  }
}

async function register() {
  const associations = Math.min(Number(values.rows), 10_000)
  const figures = await measureRegister(associations, seconds)
  if (!figures) return
  const { lists, alone, whileSearched, known, unknown, nights, changedTwice } = figures
  console.log(`\nThe register with ${associations} associations: lists at 40 calls a second (aim: p95 under 50 ms)`)
  console.table(Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, row(list)])))
  console.table({ 'an operator alone': row(alone), 'beside 16 anonymous searchers': row(whileSearched) })
  console.log('Lookups of numbers, alternating; nightly run and the one after it, in seconds (aim: under 60)')
  console.table({ known: row(known), unknown: row(unknown) })
  console.log(nights.map((night) => night.toFixed(1)).join(' and '))
  for (const [name, list] of Object.entries(lists)) {
    atMost(`p95 of ${name}`, Math.round(list.p95), budgets.registerListP95)
    atMost(`errors of ${name}`, list.errors, 0)
  }
  atMost('p50 while searched, per p50 alone', round3(whileSearched.p50 / alone.p50), budgets.searchedPerAlone)
  atMost('known per unknown number, or the inverse', round3(farther(known.p50, unknown.p50)), budgets.knownPerUnknown)
  atMost('seconds of the nightly run', Math.round(nights[0]), budgets.registerNightSeconds)
  atMost('rows that a second nightly run changes', changedTwice, 0)
}

async function publicRegister() {
  const associations = Math.min(Number(values.rows), 10_000)
  const figures = await measurePublicRegister(associations)
  if (!figures) return
  console.log(
    `\nThe public register with ${associations} enrolled associations, 16 connections (aim: 15 ms of processor time)`,
  )
  console.table(figures)
  for (const [name, { server, database, isDownload }] of Object.entries(figures))
    if (!isDownload) atMost(`processor ms of ${name}`, round(server + database), budgets.publicRegisterProcessorMs)
}

async function statistics() {
  const figures = await measureStatistics(Number(values.rows), { seconds, only: values.only })
  if (!figures) return
  console.log(
    `\n${values.rows} cases on PostgreSQL: all indicators, start and result (aims: under 2 s, at most 1.5 times SQL)`,
  )
  const table: Record<string, object> = {}
  for (const [name, { overHttp, bare, processor, cases, bytes }] of Object.entries(figures)) {
    const ratio = per(overHttp.p50, bare.p50)
    table[name] = {
      cases,
      'p50 ms': round(overHttp.p50),
      'p95 ms': round(overHttp.p95),
      'SQL p50': round(bare.p50),
      ratio,
      'processor ms': round(processor),
      bytes,
    }
    atMost(`statistics of ${name} in ms`, Math.round(overHttp.p50), budgets.statisticsMs)
    atMost(`processor ms of ${name}`, Math.round(processor), budgets.statisticsMs)
    // Of few cases the two calls themselves take longer than the counting.
    if (cases >= 100_000) atMost(`statistics of ${name} per bare SQL`, ratio, budgets.statisticsPerBare)
    atMost(`errors of ${name}`, overHttp.errors + bare.errors, 0)
  }
  console.table(table)
}

async function withdrawnRights() {
  const figures = await measureWithdrawnRights()
  if (!figures) return
  console.log(
    '\nA role that was withdrawn: milliseconds from the commit to the first refusal of a server that serves from memory',
  )
  console.table(figures)
  atMost('milliseconds until a withdrawn role is refused', Math.round(figures.longest), budgets.withdrawnRoleMs)
}

async function exportsOfLists() {
  const rows = Math.min(Number(values.rows), 100_000)
  const figures = await measureExports(rows)
  if (!figures) return
  const { before, meanwhile, afterKill, differencesInLibreOffice, ...rest } = figures
  console.log(`\n${rows} cases as a workbook on PostgreSQL, with 20 other calls a second`)
  const { seconds: took, writerSeconds, librarySeconds } = figures
  console.table({
    ...rest,
    'per writer of the library': per(took, librarySeconds),
    'per own writer': per(took, writerSeconds),
  })
  console.table({ before: row(before), meanwhile: row(meanwhile) })
  console.log('killed in the middle and restarted:', afterKill, 'differences in LibreOffice:', differencesInLibreOffice)
  atMost('megabytes of the server', Math.round(figures.megabytesAtMost), budgets.exportServerMegabytes)
  atMost('megabytes above idle', Math.round(figures.megabytesAboveIdle), budgets.exportMegabytes)
  atMost('longest block of the event loop in ms', Math.round(figures.blockedMs), budgets.exportBlockedMs)
  atMost('seconds per second of the library’s writer', per(took, librarySeconds), budgets.exportPerLibrary)
  atMost('seconds per second of the own writer', per(took, writerSeconds), budgets.exportPerWriter)
  atMost('p95 of other calls in ms', Math.round(meanwhile.p95), budgets.exportOtherCallsP95)
  atMost('files after a kill', Math.abs(afterKill.files - 1), 0)
  atMost('rows that differ after a kill', Math.abs(afterKill.rows - figures.rows), 0)
  atMost('differences', figures.differences + (differencesInLibreOffice ?? 0), 0)
}

async function office() {
  await measureOffice(Math.min(Number(values.rows), 100_000), seconds, (name, figures) => {
    const { kinds, growth, megabytes, ...rest } = figures
    console.log(`\nAn office at work on ${name}: 50 operators, 5 reports a second (aim: p95 under 150 ms)`)
    const rounded = Object.entries(kinds).map(([kind, of]) => [
      kind,
      { ...of, p50: round(of.p50), p95: round(of.p95), p99: round(of.p99) },
    ])
    console.table(Object.fromEntries(rounded))
    console.table(rest)
    console.table(megabytes)
    console.log('Rows and bytes that the tables got in this time')
    console.table(growth)
    atMost(`p95 of the office on ${name}`, Math.round(figures.p95), budgets.officeP95)
    atMost(`errors of the office on ${name}`, figures.errors, 0)
    for (const { early, late } of megabytes)
      atMost(`memory at the end per memory at the start on ${name}`, round3(late / early), budgets.officeMemory)
  })
}

const farther = (one: number, other: number) => Math.max(one / other, other / one)
const round3 = (value: number) => Number(value.toFixed(3))

// Figures of a busy machine mean little.
console.log(`${availableParallelism()} processors; load before: ${loadavg()[0]?.toFixed(1)}`)
const parts = {
  submissions,
  'start-stop': startStop,
  'withdrawn-rights': withdrawnRights,
  'first-load': firstLoad,
  terms,
  attacks,
}
for (const [name, measure] of Object.entries(parts))
  if (positionals.length === 0 || positionals.includes(name)) await measure()
const named = {
  protection,
  'case-work': caseWork,
  calls,
  'desk-statements': deskStatements,
  plans,
  processes,
  exports: exportsOfLists,
  transfer,
  register,
  office,
  'public-register': publicRegister,
  registry,
  statistics,
  'registry-quality': registryQuality,
  'registry-duplicates': registryDuplicates,
}
for (const [name, measure] of Object.entries(named)) if (positionals.includes(name)) await measure()
for (const line of exceeded) console.error(`OVER BUDGET: ${line}`)
if (exceeded.length > 0) process.exitCode = 1
