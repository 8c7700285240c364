/** Business constants and limits of the specifications, §9 of both. */
export const limits = {
  session: { seconds: 1800, warningSeconds: 300 },
  page: { rows: 10, choices: [10, 25, 50], maxRows: 100, exactCount: 10_000 },
  badgePollMs: 5000,
  toastMs: 5000,
  lazyPartMs: 120_000,
  /** A draft that nobody writes on: asked about, then wiped, in minutes. */
  idleDraft: { warningMinutes: 20, minutes: 30 },
  /** Messages that are read at a time. */
  messagesAtOnce: 20,
  reportAttachments: { bytes: 20_971_520, files: 5 },
  assistanceAttachments: { bytes: 2_097_152, files: 3 },
  assistanceMessageCodePoints: 5000,
  /** On one server: files in the antivirus at the same time, and uploaded files that no record has claimed. */
  uploads: {
    ...{ scannedAtOnce: 4, unclaimedOfVisitor: 20, unclaimedOfUser: 100 },
    /** Bytes that nothing has claimed: of visitors of one network, and of all. */
    ...{ unclaimedBytesOfNetwork: 4_000_000_000, unclaimedBytes: 40_000_000_000 },
  },
  caseAttachments: { files: 50 },
  /** The write lock of a record (decisions §8). */
  lockMinutes: 10,
  /** The views that one operator may save, and how long a name of one may be. */
  savedViews: { count: 50, nameLength: 60 },
  fileName: { characters: 100, cutTo: 99 },
  phone: { characters: 15 },
  vatDigits: 11,
  taxCodeCharacters: 16,
  narrativeCodePoints: 10_000,
  /** Words of one search for a name, a contact or a text. */
  searchWords: 12,
  captcha: { digits: 6, tries: 5, seconds: 600 },
  /** From when a report is listed for review: filled in faster, more links, more in a minute than the share of the limit. */
  suspect: { seconds: 15, links: 4, shareOfMinute: 0.1, repeatHours: 24 },
  members: 1_000_000,
} as const

/** Ids that the specification fixes. */
export const defaults = { nationId: 105, reporterTypeId: 3, languageId: 1, priority: 1 } as const
