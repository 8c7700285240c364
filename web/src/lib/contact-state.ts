import { type AvailabilityWords, availabilityAt, wordsOf } from '@portal/contract'
import { useEffect, useState } from 'react'
import { pageLanguage } from './page-language.ts'

const minuteMs = 60_000

/** The words for the state of the contact centre at this moment. */
const wordsNow = (): AvailabilityWords => {
  const now = new Date()
  return wordsOf(availabilityAt(now), now, pageLanguage())
}

/** The same, anew with each minute. Undefined in what was drawn beforehand: nobody knew then when it would be read. */
export function useContactState(): AvailabilityWords | undefined {
  const [words, setWords] = useState<AvailabilityWords>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tell = () => {
      setWords(wordsNow())
      timer = setTimeout(tell, minuteMs - (Date.now() % minuteMs))
    }
    tell()
    return () => clearTimeout(timer)
  }, [])
  return words
}
