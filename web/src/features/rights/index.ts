// biome-ignore lint/performance/noBarrelFile: the one file that other features import
export { useRightsQueue } from './use-rights-queue.tsx'
