// The package has no types, and its entry loads the lists of all 62 languages.
declare module 'stopword/src/stopwords_ara.js' {
  export const ara: readonly string[]
}
declare module 'stopword/src/stopwords_eng.js' {
  export const eng: readonly string[]
}
declare module 'stopword/src/stopwords_fra.js' {
  export const fra: readonly string[]
}
declare module 'stopword/src/stopwords_ita.js' {
  export const ita: readonly string[]
}
declare module 'stopword/src/stopwords_spa.js' {
  export const spa: readonly string[]
}
