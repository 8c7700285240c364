/**
 * Every parser of bytes from outside, on one page: how its module is loaded. They run in processes of the
 * pool (`parser-process.ts`), never in the server. A new one takes and returns what can be cloned, spends a `Budget` before it
 * unpacks, and has its limits in `create-parsers.ts`; its feature turns `BudgetExceededError` into its answer.
 */
export const parsers = {
  attachment: async () => (await import('#platform/attachments/inspection/inspect-upload.ts')).inspectUpload,
  heif: async () => (await import('#platform/attachments/draw-heif.ts')).drawHeif,
  /** Reads received mails: takes them apart, and the certificates and reports within them. */
  mail: async () => (await import('#features/mailbox/parse/read-mail.ts')).readMail,
  mailFiles: async () => (await import('#features/mailbox/parse/read-mail.ts')).unpackMail,
  spidAnswer: async () => (await import('#features/spid/saml/read-response.ts')).readAnswer,
  spidLogout: async () => (await import('#features/spid/saml/read-logout.ts')).readRawLogout,
  /** Reads the lines of an office that moves in, and what its folder says of itself. */
  transferLines: async () => (await import('#features/transfer/judge-lines.ts')).judgeLines,
  transferTexts: async () => (await import('#features/transfer/read-texts.ts')).readFolderTexts,
  workbook: async () => (await import('#features/operators/upload/read-table.ts')).readTableFile,
  /** Draws random digits; anyone may request it, and an image takes 25 ms. */
  captchaImage: async () => (await import('#features/captcha/draw-digits.ts')).drawCaptcha,
  /** Produces 15 seconds of sound; it takes 6 ms. */
  captchaAudio: async () => (await import('#features/captcha/speak-digits.ts')).speakCaptcha,
  /** Draws documents with texts of users; forty pages take two seconds. */
  pdf: async () => (await import('#platform/pdf/draw-document.ts')).drawDocument,
  /** Writes documents to edit; the annual report takes seconds. */
  word: async () => (await import('#platform/word/write-word.ts')).writeWord,
}
