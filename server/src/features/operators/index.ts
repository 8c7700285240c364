// The entry point for other features.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { type Account, changesOf, isActiveManager, newAccount } from './operators.rules.ts'
export {
  findAccount,
  findIds,
  insertAccount,
  insertChange,
  listAccountsAfter,
  lockAccounts,
} from './operators.store.ts'
export type { ReadTable } from './upload/judge-file.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
