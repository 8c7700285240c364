import { findTraces, withoutTraces } from '@portal/contract/file-traces'
import type { TraceTask } from './file-traces.ts'

addEventListener('message', ({ data: { bytes, extension, isRemoval } }: MessageEvent<TraceTask>) => {
  postMessage(isRemoval ? withoutTraces(bytes, extension) : findTraces(bytes, extension))
})
