import { useSyncExternalStore } from 'react'
import type { UploadQueue } from './upload-queue.ts'

/** What a queue holds at this moment. */
export const useUploads = (queue: UploadQueue) => useSyncExternalStore(queue.subscribe, queue.get, queue.get)
