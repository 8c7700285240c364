/**
 * Every parser of bytes from outside, on one page: how its module is loaded. They run in threads of the pool
 * (`parser-worker.ts`), never in this one.
 */
export const parsers = {
  attachment: async () => (await import('#platform/attachments/inspection/inspect-upload.ts')).inspectUpload,
  spidAnswer: async () => (await import('#features/spid/saml/read-response.ts')).readAnswer,
  spidLogout: async () => (await import('#features/spid/saml/read-logout.ts')).readRawLogout,
  workbook: async () => (await import('#features/operators/upload/read-table.ts')).readTableFile,
  /** Drawn from digits of our own, but on demand of anybody: an image costs 25 ms. */
  captchaImage: async () => (await import('#features/captcha/draw-digits.ts')).drawCaptcha,
  /** The same of 15 seconds of sound: 6 ms. */
  captchaAudio: async () => (await import('#features/captcha/speak-digits.ts')).speakCaptcha,
}
