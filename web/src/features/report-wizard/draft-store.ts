import {
  defaults,
  type FormIssue,
  type Language,
  languageIdOf,
  limits,
  type Receipt,
  type ReportDraft,
  reportFields,
} from '@portal/contract'
import { noteSettled, takeBackFiles } from '#lib/brought-files.ts'
import { onQuickExit } from '#lib/quick-exit.ts'
import { newSenderKey } from '#lib/sender-key.ts'
import { readFromTab, writeToTab } from '#lib/tab-store.ts'

/** What the tab remembers of a report that is being written. It lives in this tab only and goes with it. */
interface Saved {
  readonly draft: ReportDraft
  /** The sender's key of this very text: a retry carries the same one, a changed text a new one. */
  readonly senderKey: string
  /** When its form was opened, and last written on, in milliseconds. */
  readonly openedAt: number
  readonly touchedAt: number
}

/** All that the wizard knows at one moment. */
export interface DraftState extends Saved {
  /** What the server told at the last attempt to send, until the fields change. */
  readonly serverIssues: readonly FormIssue[]
  /** Code and pin of the report that was sent last, until the next is begun. */
  readonly receipt: Receipt | undefined
  /** Whether the draft was wiped since nobody wrote on it any more; told until somebody does. */
  readonly isLapsed: boolean
}

export type DraftKey = keyof ReportDraft

interface Options {
  readonly slug: string
  /** The language of the page that the draft is begun on. */
  readonly language: () => Language
  readonly now?: () => number
}

/** The fields that hang on a choice, at any depth: they are emptied when it changes. */
const below = (key: string): string[] =>
  Object.entries(reportFields).flatMap(([child, field]) =>
    'parent' in field && field.parent === key ? [child, ...below(child)] : [],
  )

/** Whether somebody would lose something by losing this draft: words, or files. */
export const holdsText = (draft: ReportDraft) =>
  Object.values(draft).some((value) => (typeof value === 'string' || Array.isArray(value)) && value.length > 0)

const filesOf = (draft: ReportDraft) => draft.attachments?.map(({ id }) => id) ?? []

export type DraftStore = ReturnType<typeof createDraftStore>

/** The draft's places in the tab. */
function createTabDraft({ slug, language, now = Date.now }: Options) {
  const draftPlace = `${slug}.draft.1`
  const receiptPlace = `${slug}.receipt.1`
  const hasLapsed = ({ touchedAt }: Saved) => now() - touchedAt >= limits.idleDraft.minutes * 60_000
  const fresh = (): Saved => ({
    draft: {
      language: languageIdOf(language()),
      profile: defaults.reporterTypeId,
      nation: defaults.nationId,
      organisationNation: defaults.nationId,
    },
    senderKey: newSenderKey(),
    openedAt: now(),
    touchedAt: now(),
  })
  return {
    fresh,
    read(): DraftState {
      const found = readFromTab<Saved>(draftPlace)
      const isLapsed = found !== undefined && hasLapsed(found)
      if (isLapsed) {
        writeToTab(draftPlace, undefined)
        takeBackFiles(filesOf(found.draft))
      }
      const receipt = readFromTab<Receipt>(receiptPlace)
      return { ...(isLapsed ? fresh() : (found ?? fresh())), serverIssues: [], receipt, isLapsed }
    },
    save: ({ draft, senderKey, openedAt, touchedAt }: Saved) =>
      writeToTab(draftPlace, { draft, senderKey, openedAt, touchedAt }),
    /** A new draft begins: the old one goes, its receipt may stay. */
    turn(receipt: Receipt | undefined) {
      writeToTab(draftPlace, undefined)
      writeToTab(receiptPlace, receipt)
    },
  }
}

/** A draft that nobody has begun; the same one for as long as the page speaks one language. */
function unwrittenIn({ language }: Options, fresh: () => Saved): () => DraftState {
  let made: { readonly language: Language; readonly state: DraftState } | undefined
  return () => {
    if (made?.language !== language())
      made = {
        language: language(),
        state: { ...fresh(), serverIssues: [], receipt: undefined, isLapsed: false },
      }
    return made.state
  }
}

const changedBy = <K extends DraftKey>(state: DraftState, key: K, value: ReportDraft[K], at: number): DraftState => {
  const emptied = Object.fromEntries(below(key).map((child) => [child, undefined]))
  return {
    ...state,
    draft: { ...state.draft, ...emptied, [key]: value },
    senderKey: newSenderKey(),
    touchedAt: at,
    serverIssues: state.serverIssues.filter((issue) => issue.key !== key),
    isLapsed: false,
  }
}

/** The one draft of the tab. Each change is seen by the next, however quickly they come. */
export function createDraftStore(options: Options) {
  const { now = Date.now } = options
  const tab = createTabDraft(options)
  const listeners = createListeners()
  const beginnings = createListeners()
  let state = tab.read()

  const change = (next: DraftState) => {
    state = next
    listeners.tell()
  }
  const begin = (receipt: Receipt | undefined, isLapsed = false) => {
    tab.turn(receipt)
    change({ ...tab.fresh(), serverIssues: [], receipt, isLapsed })
    beginnings.tell()
  }
  const discard = (receipt: Receipt | undefined, isLapsed?: boolean) => {
    takeBackFiles(filesOf(state.draft))
    begin(receipt, isLapsed)
  }
  const set = <K extends DraftKey>(key: K, value: ReportDraft[K]) => {
    change(changedBy(state, key, value, now()))
    tab.save(state)
  }

  onQuickExit(() => begin(undefined))
  return {
    get: () => state,
    /** What is drawn where no tab remembers anything: beforehand, for whoever opens the page first. */
    getUnwritten: unwrittenIn(options, tab.fresh),
    subscribe: listeners.add,
    /** Told each time that a new draft takes the place of another. */
    onBegin: beginnings.add,
    set,
    /** Somebody is still there, although nothing was typed. */
    touch() {
      state = { ...state, touchedAt: now() }
      if (holdsText(state.draft)) tab.save(state)
    },
    setServerIssues: (serverIssues: readonly FormIssue[]) => change({ ...state, serverIssues }),
    /** Whoever reads the page in another language is answered in it, unless they chose otherwise. */
    followLanguage(from: Language, to: Language) {
      if (state.draft.language === languageIdOf(from)) set('language', languageIdOf(to))
    },
    /** The report is sent: its draft goes, its receipt stays. */
    finish(receipt: Receipt) {
      noteSettled(filesOf(state.draft))
      begin(receipt)
    },
    /** Wipes the draft and takes its files back. */
    reset: () => discard(undefined),
    /** Wipes a draft that nobody has written on for so long that they may be gone. */
    lapse: () => discard(state.receipt, true),
  }
}

function createListeners() {
  const listeners = new Set<() => void>()
  return {
    add(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell() {
      for (const listener of listeners) listener()
    },
  }
}
