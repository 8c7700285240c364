// The entry point for other features.
// biome-ignore-start lint/performance/noBarrelFile: see above
export { type Account, changesOf, newAccount } from './operators.rules.ts'
export {
  findIds,
  insertAccount,
  insertChange,
  listAccountsAfter,
  lockAccounts,
} from './operators.store.ts'
// biome-ignore-end lint/performance/noBarrelFile: see above
