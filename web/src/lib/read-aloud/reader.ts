import { type PagePart, sentencesOf } from './page-parts.ts'
import { voiceFor } from './voices.ts'

export type ReadingState = 'silent' | 'reading' | 'paused'
export type Reader = ReturnType<typeof createReader>

/**
 * Reads parts of a page one sentence at a time. A pause ends the sentence and begins it again, since some browsers cannot
 * resume in the middle.
 */
export function createReader(synthesis: SpeechSynthesis, onState: (state: ReadingState) => void) {
  let sentences: readonly PagePart[] = []
  let next = 0
  /** Counts starts and stops: a sentence that ends after one of them leads to no other. */
  let turn = 0

  function silence(state: ReadingState) {
    turn += 1
    synthesis.cancel()
    onState(state)
  }

  function speakNext() {
    const sentence = sentences[next]
    if (!sentence) return silence('silent')
    const voice = voiceFor(synthesis.getVoices(), sentence.lang)
    // Without a voice the browser would choose one, perhaps of a server, which would get what a victim wrote.
    if (!voice) {
      next += 1
      return speakNext()
    }
    const own = turn
    const utterance = new SpeechSynthesisUtterance(sentence.text)
    utterance.lang = sentence.lang
    utterance.voice = voice
    utterance.onend = () => {
      if (own !== turn) return
      next += 1
      speakNext()
    }
    utterance.onerror = () => {
      if (own === turn) silence('silent')
    }
    synthesis.speak(utterance)
  }

  const resume = () => {
    silence('reading')
    speakNext()
  }

  return {
    start(parts: readonly PagePart[]) {
      sentences = sentencesOf(parts)
      next = 0
      resume()
    },
    pause: () => silence('paused'),
    resume,
    stop: () => silence('silent'),
  }
}
