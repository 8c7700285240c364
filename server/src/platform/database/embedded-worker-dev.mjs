// The worker from its sources. It calls tsx itself: Node 20 does not apply `--import tsx` to a worker's own entry.
import { register } from 'tsx/esm/api'

register()
await import('./embedded-worker.ts')
