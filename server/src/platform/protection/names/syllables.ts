type Rules = readonly (readonly [pattern: RegExp, sound: string])[]

// Capitals stand for sounds: C for zh, ch, j and q, S for x, sh and hs, Z for z, c and ts, N for ng.
// biome-ignore format: a table
const rules: Rules = [
  // As an Italian or English ear writes them.
  [/oo/g, 'u'], [/ee/g, 'i'], [/eo/g, 'o'], [/oun(?=g)/g, 'un'],
  [/ci(?=[aeou])/g, 'C'], [/sci(?=[aeou])/g, 'S'],
  // Wade-Giles: its j is the r of pinyin.
  [/j(?=[aeo]|ih|ung|ui)/g, 'r'], [/[zc]h|[qj]/g, 'C'], [/hs|sh|x/g, 'S'],
  [/ssu|szu/g, 'si'], [/t?s?zu?(?![aeioun])|tsu(?![aein])|ci(?![aeioun])|zi(?![aeioun])/g, 'Zi'], [/ts|tz|[zc]/g, 'Z'],
  // Finals.
  [/([iue]|er)h(?![aeiou])/g, '$1'], [/ong/g, 'ung'], [/ien/g, 'ian'], [/yen/g, 'yan'], [/uei/g, 'ui'],
  [/uo/g, 'o'], [/(?<=[gkh])e(?![nir])/g, 'o'], [/you/g, 'yu'], [/(?<=[^aeiou])y(?=[aeou])/g, 'i'], [/s(?=i)/g, 'S'],
  [/C(?=[aeou])/g, 'Ci'], [/ng(?![aeiou])/g, 'N'],
  [/d/g, 't'], [/g/g, 'k'], [/b/g, 'p'],
]

const initials = '[pmftnlkhCSZsrwy]?'
const finals = 'i?a(?:i|o|n|N)?|i?e(?:i|n|N|r)?|i(?:n|N|u|uN)?|i?ou?|i?u(?:a|ai|an|aN|e|i|n|N)?'
const syllables = new RegExp(`^(?:${initials}(?:${finals})){1,4}$`)

/**
 * The sound of a word in Chinese or Korean syllables: the same for pinyin, Wade-Giles and spellings by ear (Zhang, Chang, Ciang;
 * Xiaoping, Hsiaoping), and for some other words. Undefined for a word that is not of such syllables.
 */
export function syllableSound(word: string): string | undefined {
  if (!/^[a-z]{2,24}$/.test(word)) return undefined
  const sound = rules.reduce((text, [pattern, letter]) => text.replace(pattern, letter), word)
  return syllables.test(sound) ? sound : undefined
}
