import { defaults, type FormIssue, type Receipt, type ReportDraft, reportFields } from '@portal/contract'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { office } from '#lib/page-settings.ts'
import { readReport } from './steps.ts'

/** What the tab remembers of a report that is being written. It lives in this tab only and goes with it. */
interface Saved {
  readonly draft: ReportDraft
  /** The sender's key of this very text: a retry carries the same one, a changed text a new one. */
  readonly senderKey: string
}

const draftPlace = `${office.slug}.draft.1`
const receiptPlace = `${office.slug}.receipt.1`

const emptyDraft = (): ReportDraft => ({
  language: defaults.languageId,
  profile: defaults.reporterTypeId,
  nation: defaults.nationId,
  organisationNation: defaults.nationId,
})

// `randomUUID` exists only on https and on this machine.
const newSenderKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const fresh = (): Saved => ({ draft: emptyDraft(), senderKey: newSenderKey() })

function read<T>(place: string): T | undefined {
  try {
    const text = sessionStorage.getItem(place)
    return text ? (JSON.parse(text) as T) : undefined
  } catch {
    return undefined
  }
}

function write(place: string, value: unknown) {
  try {
    sessionStorage.setItem(place, JSON.stringify(value))
  } catch {
    // A full or forbidden store costs the draft a reload, not the report.
  }
}

/** Takes every trace of the report out of the tab. */
function wipeDraft() {
  try {
    sessionStorage.removeItem(draftPlace)
    sessionStorage.removeItem(receiptPlace)
  } catch {
    // A forbidden store has kept nothing.
  }
}

type Key = keyof ReportDraft

interface DraftContextValue {
  readonly draft: ReportDraft
  readonly senderKey: string
  /** Every fault of the draft as it stands, the server's among them until their fields change. */
  readonly issues: readonly FormIssue[]
  readonly set: (key: Key, value: ReportDraft[Key]) => void
  /** Those of them that the server told at the last attempt to send. */
  readonly serverIssues: readonly FormIssue[]
  readonly setServerIssues: (issues: readonly FormIssue[]) => void
  /** Code and pin of the report that was sent last, until the next is begun. */
  readonly receipt: Receipt | undefined
  /** The report is sent: its draft goes, its receipt stays. */
  readonly finish: (receipt: Receipt) => void
  readonly reset: () => void
}

const DraftContext = createContext<DraftContextValue | undefined>(undefined)

/** The fields that hang on a choice, at any depth: they are emptied when it changes. */
const below = (key: string): string[] =>
  Object.entries(reportFields).flatMap(([child, field]) =>
    'parent' in field && field.parent === key ? [child, ...below(child)] : [],
  )

export function DraftProvider({ children }: { children: ReactNode }) {
  const [saved, setSaved] = useState<Saved>(() => read<Saved>(draftPlace) ?? fresh())
  const [serverIssues, setServerIssues] = useState<readonly FormIssue[]>([])
  // In the page too: a browser may forbid the store, and the pin is told only once.
  const [receipt, setReceipt] = useState(() => read<Receipt>(receiptPlace))
  const value = useMemo<DraftContextValue>(() => {
    const own = readReport(saved.draft).issues
    const begin = (kept: Receipt | undefined) => {
      wipeDraft()
      if (kept) write(receiptPlace, kept)
      setReceipt(kept)
      setSaved(fresh())
      setServerIssues([])
    }
    return {
      ...saved,
      issues: [...own, ...serverIssues.filter(({ key }) => !own.some((issue) => issue.key === key))],
      serverIssues,
      setServerIssues,
      set(key, fieldValue) {
        const emptied = Object.fromEntries(below(key).map((child) => [child, undefined]))
        const next = { draft: { ...saved.draft, ...emptied, [key]: fieldValue }, senderKey: newSenderKey() }
        write(draftPlace, next)
        setSaved(next)
        setServerIssues((issues) => issues.filter((issue) => issue.key !== key))
      },
      receipt,
      finish: begin,
      reset: () => begin(undefined),
    }
  }, [saved, serverIssues, receipt])
  return <DraftContext value={value}>{children}</DraftContext>
}

export function useDraft(): DraftContextValue {
  const value = use(DraftContext)
  if (!value) throw new Error('useDraft needs a DraftProvider around it.')
  return value
}
