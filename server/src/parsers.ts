/**
 * Every parser of bytes from outside, on one page: how its module is loaded. They run in threads of the pool
 * (`parser-worker.ts`), never in this one.
 */
export const parsers = {
  attachment: async () => (await import('#platform/attachments/inspection/inspect-upload.ts')).inspectUpload,
}
