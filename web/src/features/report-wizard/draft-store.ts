import { defaults, type Language, languageIdOf, type Receipt, type ReportDraft, reportFields } from '@portal/contract'
import { newSenderKey } from '#lib/api/sender-key.ts'
import { idleMs, signEveryMs } from '#lib/drafts/expiry.ts'
import { readFromTab, reportPlace, writeToTab } from '#lib/drafts/tab-store.ts'
import { deleteUploads, forgetUploads } from '#lib/files/uploaded-files.ts'
import { onReportLeft } from '#lib/page/leave-report.ts'
import { createListeners } from '#lib/page/listeners.ts'
import { onQuickExit } from '#lib/page/quick-exit.ts'

/** What the tab remembers of a report that is being written. It lives in this tab only and goes with it. */
interface Saved {
  readonly draft: ReportDraft
  /** The sender's key of this very text: a retry carries the same one, a changed text a new one. */
  readonly senderKey: string
  /** When its form was opened, and last written on, in milliseconds. */
  readonly openedAt: number
  readonly touchedAt: number
}

/** Code and pin of the report that was sent last, and when somebody last gave a sign in front of them. */
interface SavedReceipt {
  readonly receipt: Receipt
  readonly touchedAt: number
}

/** What a draft leaves on the screen when it goes. */
interface Remains {
  readonly receipt?: Receipt | undefined
  readonly isLapsed?: boolean
  readonly isReceiptHidden?: boolean
}

/** All that the wizard knows at one moment. */
export interface DraftState extends Saved {
  /** Code and pin of the report that was sent last, until the next is begun or they are hidden. */
  readonly receipt: Receipt | undefined
  /** Whether code and pin were on show and are hidden: by their reader, or since nobody was in front of them. */
  readonly isReceiptHidden: boolean
  /** True after an idle draft was wiped, until the user types. */
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

/** Whether there is something that nobody else may find in an open tab. */
export const isConfidential = ({ draft, receipt }: Pick<DraftState, 'draft' | 'receipt'>) =>
  holdsText(draft) || receipt !== undefined

/** Whether somebody would lose something by losing this draft: words, or files. */
export const holdsText = (draft: ReportDraft) =>
  Object.values(draft).some((value) => (typeof value === 'string' || Array.isArray(value)) && value.length > 0)

const filesOf = (draft: ReportDraft) => draft.attachments?.map(({ id }) => id) ?? []

export type DraftStore = ReturnType<typeof createDraftStore>

const stateOf = (saved: Saved, { receipt, isLapsed = false, isReceiptHidden = false }: Remains = {}): DraftState => ({
  ...saved,
  receipt,
  isLapsed,
  isReceiptHidden,
})

/** The draft's places in the tab. */
function createTabDraft({ slug, language, now = Date.now }: Options) {
  const draftPlace = `${slug}.draft.1`
  const receiptPlace = reportPlace('receipt.3')
  const hasLapsed = ({ touchedAt }: { readonly touchedAt: number }) => now() - touchedAt >= idleMs
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
        deleteUploads(filesOf(found.draft))
      }
      const shown = readFromTab<SavedReceipt>(receiptPlace)
      const isReceiptHidden = shown !== undefined && hasLapsed(shown)
      if (isReceiptHidden) writeToTab(receiptPlace, undefined)
      const receipt = isReceiptHidden ? undefined : shown?.receipt
      return stateOf(isLapsed || !found ? fresh() : found, { receipt, isLapsed, isReceiptHidden })
    },
    save: ({ draft, senderKey, openedAt, touchedAt }: Saved) =>
      writeToTab(draftPlace, { draft, senderKey, openedAt, touchedAt }),
    saveReceipt: (receipt: Receipt | undefined) =>
      writeToTab(receiptPlace, receipt && ({ receipt, touchedAt: now() } satisfies SavedReceipt)),
    forgetDraft: () => writeToTab(draftPlace, undefined),
  }
}

/** A draft that nobody has begun; the same one for as long as the page speaks one language. */
function unwrittenIn({ language }: Options, fresh: () => Saved): () => DraftState {
  let made: { readonly language: Language; readonly state: DraftState } | undefined
  return () => {
    if (made?.language !== language()) made = { language: language(), state: stateOf(fresh()) }
    return made.state
  }
}

/** What a new value changes: the fields that depend on it are emptied. */
export const changeOf = <K extends DraftKey>(key: K, value: ReportDraft[K]): ReportDraft => ({
  ...Object.fromEntries(below(key).map((child) => [child, undefined])),
  [key]: value,
})

/** What the wizard knows now, with its listeners. */
function createDraftState(tab: ReturnType<typeof createTabDraft>) {
  const listeners = createListeners()
  const beginnings = createListeners()
  let state = tab.read()
  /** Changes the state without a call of the listeners. */
  const note = (part: Partial<DraftState>) => {
    state = { ...state, ...part }
  }
  const change = (part: Partial<DraftState>) => {
    note(part)
    listeners.tell()
  }
  return {
    get: () => state,
    note,
    change,
    /** Begins a new draft: the old one is deleted, its receipt may stay. */
    begin: (remains: Remains = {}) => {
      tab.forgetDraft()
      tab.saveReceipt(remains.receipt)
      change(stateOf(tab.fresh(), remains))
      beginnings.tell()
    },
    subscribe: listeners.add,
    /** Adds a listener for each new draft that replaces another. */
    onBegin: beginnings.add,
  }
}

/** The one draft of the tab. Each change is seen by the next, however quickly they come. */
export function createDraftStore(options: Options) {
  const { now = Date.now } = options
  const tab = createTabDraft(options)
  const { get, note, change, begin, subscribe, onBegin } = createDraftState(tab)
  const discard = (remains?: Remains) => {
    deleteUploads(filesOf(get().draft))
    begin(remains)
  }
  const lapse = () => discard({ isLapsed: holdsText(get().draft), isReceiptHidden: get().receipt !== undefined })
  const write = (draft: ReportDraft, senderKey: string) => {
    change({ draft, senderKey, touchedAt: now(), isLapsed: false })
    tab.save(get())
  }
  const set = <K extends DraftKey>(key: K, value: ReportDraft[K]) =>
    write({ ...get().draft, ...changeOf(key, value) }, newSenderKey())

  onQuickExit(() => begin())
  // A draft of another report stays.
  onReportLeft(() => change({ receipt: undefined, isReceiptHidden: false }))
  return {
    get,
    /** The state without any stored draft, for prerendering. */
    getUnwritten: unwrittenIn(options, tab.fresh),
    subscribe,
    onBegin,
    write,
    set,
    /** Somebody is still there, although nothing was typed. */
    touch() {
      note({ touchedAt: now() })
      const state = get()
      if (holdsText(state.draft)) tab.save(state)
      if (state.receipt) tab.saveReceipt(state.receipt)
    },
    /** Sets the language of the answer to that of the page, unless the user chose another. */
    followLanguage(from: Language, to: Language) {
      if (get().draft.language === languageIdOf(from)) set('language', languageIdOf(to))
    },
    /** The report is sent: its draft goes, its receipt stays. */
    finish(receipt: Receipt) {
      forgetUploads(filesOf(get().draft))
      begin({ receipt })
    },
    /** Takes code and pin off the screen and out of the tab. */
    hideReceipt() {
      tab.saveReceipt(undefined)
      change({ receipt: undefined, isReceiptHidden: true })
    },
    /** Wipes the draft and takes its files back. */
    reset: () => discard(),
    /** Wipes what nobody has been in front of for so long that they may be gone: the draft, code and pin. */
    lapse,
    /** The same when the time is over, wherever on the site somebody is; the latest sign may not be written down yet. */
    expire() {
      if (isConfidential(get()) && now() - get().touchedAt >= idleMs + signEveryMs) lapse()
    },
  }
}
