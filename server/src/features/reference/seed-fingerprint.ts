/** SHA-256 of all reference data that `seedReference` writes, in base64url. A test computes it and names the value to put here. */
export const seedFingerprint = 'v1gStaQmtbLwFJ5B25vwyBoGBXckxcdgx91lqekV2Mw'
