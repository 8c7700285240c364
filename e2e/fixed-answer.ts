/** The answer of every captcha while journeys run (CAPTCHA_FIXED). */
export const fixedAnswer = '246813'
