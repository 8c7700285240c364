// The one door through which other features come in.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { insertMessage, markRead, putWithMessage } from './messages.store.ts'
export { type CaseFiles, readMessages, readReportFiles } from './read-messages.ts'
export { sealedMessages } from './sealed-messages.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
