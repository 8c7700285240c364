// The entry point for other features.
// biome-ignore-start lint/performance/noBarrelFile: see above

export type { MailNeeds } from './by-mail.ts'
export type { CaseMessaging } from './case-messages.service.ts'
export { deleteComment, insertComment, sealedComments } from './comments.store.ts'
export {
  countOpenCalls,
  deleteMessage,
  findNewestMessageId,
  hasOpenCall,
  insertMessage,
  isMessageAnswered,
  markRead,
} from './messages.store.ts'
export { type CaseFiles, readMessages, readReportFiles } from './read-messages.ts'
export { notifyDueReminders, remindersOf, writeReminder } from './reminders.service.ts'
export { sealedReminders } from './reminders.store.ts'
export { type Reporter, reporterOf, worksOn } from './reporter.ts'
export { sealedMessages } from './sealed-messages.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
