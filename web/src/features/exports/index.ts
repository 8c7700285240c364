// biome-ignore lint/performance/noBarrelFile: the one file that other features import
export { ExportButton, exportBulk } from './export-button.tsx'
