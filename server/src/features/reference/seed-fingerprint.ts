/** SHA-256 of all reference data that `seedReference` writes, in base64url. A test recomputes it and prints the new value. */
export const seedFingerprint = 'v1gStaQmtbLwFJ5B25vwyBoGBXckxcdgx91lqekV2Mw'
