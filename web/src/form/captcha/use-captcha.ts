import { checkCaptcha, getCaptcha, limits } from '@portal/contract'
import { useEffect, useRef, useState } from 'react'
import { call, callFile } from '#lib/api/call.ts'
import { CallError } from '#lib/api/call-error.ts'
import { isOnline, useIsOnline } from '#lib/api/online.ts'
import { pageLanguage } from '#lib/i18n/page-language.ts'
import { asOneVisitor } from '#lib/session/visitor-lock.ts'

type Kind = 'image' | 'audio'

/** A picture or a sound of the challenge. */
export type Medium =
  | { readonly kind: 'none' | 'loading' }
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'failed'; readonly isServerBusy: boolean }

/**
 * What is wrong with the answer. Without attempts or time left, there is a new challenge; also where none had loaded, and for
 * a browser that keeps no cookies, which may accept them by now.
 */
export type CaptchaError =
  | { readonly kind: 'empty' | 'spent' | 'lapsed' | 'notLoaded' | 'noCookies' }
  | { readonly kind: 'wrong'; readonly triesLeft: number }

export interface Captcha {
  readonly image: Medium
  readonly audio: Medium
  readonly answer: string
  readonly isSolved: boolean
  readonly captchaError: CaptchaError | undefined
  readonly type: (answer: string) => void
  /** Shows a new challenge. */
  readonly renew: (captchaError?: CaptchaError) => Promise<void>
  /** Plays the challenge. The second time it is a new one, with a new image. */
  readonly listen: () => Promise<void>
  /** Checks the answer. A solved challenge is not checked again until it expires. */
  readonly solve: () => Promise<boolean>
}

const inOrder: readonly Kind[] = ['image', 'audio']

const fetchMedium = (kind: Kind) =>
  asOneVisitor(() => callFile(getCaptcha, { query: { kind, language: pageLanguage(), time: String(Date.now()) } }))

/**
 * The captcha in the page's language. Each challenge delivers its image and sound once; requesting either again starts a
 * new challenge, whose other half is fetched again or dropped.
 */
export function useCaptcha(): Captcha {
  const { media, load, forget } = useMedia()
  const [answer, setAnswer] = useState('')
  const [captchaError, setError] = useState<CaptchaError>()
  const [solvedUntil, setSolvedUntil] = useState(0)
  const endsAt = useRef(0)

  const begin = (newError?: CaptchaError) => {
    endsAt.current = Date.now() + limits.captcha.seconds * 1000
    setAnswer('')
    setSolvedUntil(0)
    setError(newError)
  }
  const renew = async (newError?: CaptchaError) => {
    begin(newError)
    // A sound whose image never came is still of this challenge.
    if (media.image.kind === 'ready') forget('audio')
    await load('image')
  }
  const listen = async () => {
    if (media.audio.kind === 'none') return void (await load('audio'))
    begin()
    // First what was surely given before: it begins the new challenge, to which the other then belongs.
    for (const kind of media.image.kind === 'ready' ? inOrder : [...inOrder].reverse()) await load(kind)
  }
  const judge = async () => {
    const { isSolved, triesLeft, secondsLeft, hasCookie } = await call(checkCaptcha, { query: { answer } })
    if (isSolved) {
      setError(undefined)
      setSolvedUntil(Date.now() + secondsLeft * 1000)
    } else if (!hasCookie) await renew({ kind: 'noCookies' })
    else if (triesLeft > 0) setError({ kind: 'wrong', triesLeft })
    else await renew({ kind: secondsLeft > 0 ? 'spent' : 'lapsed' })
    return isSolved
  }
  const solve = async () => {
    const stage = stageOf({ answer, image: media.image, endsAt: endsAt.current, solvedUntil })
    if (stage === 'empty') setError({ kind: 'empty' })
    if (stage === 'lapsed' || stage === 'notLoaded') await renew({ kind: stage })
    return stage === 'answered' ? judge() : stage === 'solved'
  }
  useFirstChallenge(renew, endsAt)
  useAgainOnline(media.image.kind === 'failed', renew)
  return {
    ...media,
    answer,
    isSolved: solvedUntil > 0,
    captchaError,
    type: (typed) => {
      setAnswer(typed)
      setError(undefined)
    },
    renew,
    listen,
    solve,
  }
}

interface Challenge extends Pick<Captcha, 'answer' | 'image'> {
  readonly endsAt: number
  /** 0 until it is solved. */
  readonly solvedUntil: number
}

/** Whether an answer can be judged, or what comes first. */
function stageOf({ answer, image, endsAt, solvedUntil }: Challenge) {
  const now = Date.now()
  const isEmpty = answer.trim() === ''
  if (solvedUntil > now) return 'solved'
  if (isEmpty && image.kind === 'failed') return 'notLoaded'
  if (now >= endsAt || solvedUntil > 0) return 'lapsed'
  return isEmpty ? 'empty' : 'answered'
}

/** Fetches the first challenge, and a new one in place of one that nobody has answered in time. */
function useFirstChallenge(renew: Captcha['renew'], endsAt: { readonly current: number }) {
  const latest = useRef(renew)
  latest.current = renew
  useEffect(() => {
    void latest.current()
    const lapse = () => {
      if (isOnline() && Date.now() >= endsAt.current) void latest.current({ kind: 'lapsed' })
    }
    const timer = setInterval(lapse, 5000)
    return () => clearInterval(timer)
  }, [endsAt])
}

/** Asks again for a challenge that did not come, once there is a network. */
function useAgainOnline(hasFailed: boolean, renew: Captcha['renew']) {
  const isReachable = useIsOnline()
  const latest = useRef(renew)
  latest.current = renew
  const wasAway = useRef(false)
  useEffect(() => {
    if (!isReachable) wasAway.current = true
    else if (wasAway.current && hasFailed) {
      wasAway.current = false
      void latest.current()
    }
  }, [isReachable, hasFailed])
}

const readyOf = (blob: Blob): Medium => ({ kind: 'ready', url: URL.createObjectURL(blob) })

const failureOf = (error: unknown): Medium => ({
  kind: 'failed',
  isServerBusy: error instanceof CallError && (error.status === 429 || error.status === 503),
})

/** Image and sound of the challenge; what they take in the browser is given back when another comes or the page goes. */
function useMedia() {
  const [media, setMedia] = useState<Readonly<Record<Kind, Medium>>>({
    image: { kind: 'none' },
    audio: { kind: 'none' },
  })
  const urls = useRef<Partial<Record<Kind, string>>>({})
  const set = (kind: Kind, medium: Medium) => {
    const old = urls.current[kind]
    if (old !== undefined) URL.revokeObjectURL(old)
    if (medium.kind === 'ready') urls.current[kind] = medium.url
    else delete urls.current[kind]
    setMedia((known) => ({ ...known, [kind]: medium }))
  }
  useEffect(() => {
    const { current } = urls
    return () => {
      for (const url of Object.values(current)) URL.revokeObjectURL(url)
    }
  }, [])
  return {
    media,
    load: async (kind: Kind) => {
      set(kind, { kind: 'loading' })
      const medium = await fetchMedium(kind).then(readyOf, failureOf)
      set(kind, medium)
    },
    forget: (kind: Kind) => set(kind, { kind: 'none' }),
  }
}
