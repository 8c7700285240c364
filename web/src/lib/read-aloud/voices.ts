import { useEffect, useState } from 'react'

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>

const baseOf = (lang: string) => lang.toLowerCase().split(/[-_]/)[0]

/** A voice of the device itself for a language; undefined without one, since other voices send the text to a server. */
export function voiceFor<V extends Voice>(voices: readonly V[], lang: string): V | undefined {
  const own = voices.filter((voice) => baseOf(voice.lang) === baseOf(lang))
  return own.find(({ localService }) => localService)
}

/** Whether the device has a voice of a language; browsers load their voices late. */
export function useHasVoice(lang: string): boolean {
  const [hasVoice, setHasVoice] = useState(false)
  useEffect(() => {
    const { speechSynthesis } = window
    if (!speechSynthesis) return
    const look = () => setHasVoice(voiceFor(speechSynthesis.getVoices(), lang) !== undefined)
    look()
    speechSynthesis.addEventListener?.('voiceschanged', look)
    return () => speechSynthesis.removeEventListener?.('voiceschanged', look)
  }, [lang])
  return hasVoice
}
