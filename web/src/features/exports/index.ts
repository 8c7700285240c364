// biome-ignore lint/performance/noBarrelFile: the one file that other features import
export { ExportButton, exportBulk } from './export-button.tsx'
export { ExportProgress } from './export-progress.tsx'
