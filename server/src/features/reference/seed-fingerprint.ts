/** SHA-256 of all reference data that `seedReference` writes, in base64url. A test computes it and names the value to put here. */
export const seedFingerprint = '78fo3RE2IKVSgoP7-5EA-ppePM4COiUavydhTeOn2Qs'
