/** Business constants and limits of the specifications, §9 of both. */
export const limits = {
  session: { seconds: 1800, warningSeconds: 300 },
  page: { rows: 10, choices: [10, 25, 50], maxRows: 100, exactCount: 10_000 },
  badgePollMs: 5000,
  toastMs: 5000,
  lazyPartMs: 120_000,
  /** A draft without input, in minutes: the page asks after the first time and deletes the draft after the second. */
  idleDraft: { warningMinutes: 20, minutes: 30 },
  /** Messages on one page of a conversation. */
  messagesAtOnce: 20,
  reportAttachments: { bytes: 20_971_520, files: 5 },
  assistanceAttachments: { bytes: 2_097_152, files: 3 },
  assistanceMessageCodePoints: 5000,
  /** For one server: how many files the antivirus scans at the same time, and how many unclaimed files each caller may have. */
  uploads: {
    // An application for enrolment has up to 70 documents (10 of each of seven types).
    scannedAtOnce: 4,
    unclaimedOfVisitor: 90,
    unclaimedOfUser: 100,
    /** Bytes of unclaimed files: of the visitors of one network, and of all callers. */
    unclaimedBytesOfNetwork: 4_000_000_000,
    unclaimedBytes: 40_000_000_000,
    /** The same for files that wait with an unfinished application. */
    draftBytesOfNetwork: 1_000_000_000,
    draftBytes: 20_000_000_000,
  },
  caseAttachments: { files: 50 },
  /** Files that go with a message by mail: mail servers refuse larger mails. */
  mailAttachments: { bytes: 10_485_760 },
  /** Births in earlier years are refused; events in earlier years are asked about. */
  firstYear: { birth: 1900, event: 1950 },
  /** The write lock of a record (decisions §8). */
  lockMinutes: 10,
  undoMergeDays: 30,
  /** How long a user may undo an action on a case. */
  undoSeconds: 10,
  /** How many views one operator may save, and how long the name of one may be. */
  savedViews: { count: 50, nameLength: 60 },
  /** How many saved replies one operator may see, and how long their names and texts may be. */
  savedReplies: { count: 300, nameLength: 80, textLength: 8000 },
  /** The texts of letters to complainants. */
  letterTexts: { count: 200, nameLength: 80, sourceLength: 200 },
  /** Characters of one part of an assessment, and of the title under which its summary is published. */
  assessments: { partLength: 20_000, titleLength: 200 },
  /** How many colleagues one comment may name. */
  comments: { mentions: 20 },
  reminders: { textLength: 200 },
  closingMacros: { count: 30, nameLength: 60, reasonLength: 2000 },
  fileName: { characters: 100, cutTo: 99 },
  phone: { characters: 15 },
  narrativeCodePoints: 10_000,
  /** When a reporter may be called, in their own words. */
  callHoursCodePoints: 200,
  /** Maximum length of an accommodation in the reporter's own words. */
  accommodationCodePoints: 300,
  /** Words of one search for a name, a contact or a text. */
  searchWords: 12,
  captcha: { digits: 6, tries: 5, seconds: 600 },
  /**
   * Thresholds that flag a report for review: fewer seconds to fill in, more links, a larger share of the limit within a
   * minute.
   */
  suspect: { seconds: 15, links: 4, shareOfMinute: 0.1, repeatHours: 24 },
  members: 1_000_000,
  /** Rows that a user chooses one by one for a file, how many templates one user may save, and how often the screen asks for a file. */
  exports: { chosenRows: 1000, templates: 50, templateName: 60, pollMs: 2000 },
} as const

/** Ids that the specification fixes. */
export const defaults = { nationId: 105, reporterTypeId: 3, languageId: 1 } as const
