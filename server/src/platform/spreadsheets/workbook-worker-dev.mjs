// The thread's program from its sources. It calls tsx itself: Node 20 does not apply `--import tsx` in a worker.
import { register } from 'tsx/esm/api'

register()
await import('./workbook-worker.ts')
