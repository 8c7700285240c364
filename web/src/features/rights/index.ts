// biome-ignore lint/performance/noBarrelFile: the one file that other features import
export { RightsHomeBox } from './rights-home-box.tsx'
