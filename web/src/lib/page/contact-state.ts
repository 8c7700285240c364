import { type AvailabilityWords, availabilityAt, wordsOf } from '@portal/contract'
import { useEffect, useState } from 'react'

const minuteMs = 60_000

/** The current time, updated each minute. Undefined in prerendered pages. */
function useThisMinute(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tell = () => {
      setNow(new Date())
      timer = setTimeout(tell, minuteMs - (Date.now() % minuteMs))
    }
    tell()
    return () => clearTimeout(timer)
  }, [])
  return now
}

/** The words for the state of the contact centre. */
export function useContactState(language: string): AvailabilityWords | undefined {
  const now = useThisMinute()
  return now && wordsOf(availabilityAt(now), now, language)
}
