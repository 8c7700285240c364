import { limits } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { missingText } from '#lib/i18n/missing-text.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import type { Captcha, CaptchaError, Medium } from './use-captcha.ts'

interface Props {
  readonly id: string
  readonly captcha: Captcha
  /** Set once the user tried to continue without an answer. */
  readonly error: string | undefined
}

const { digits } = limits.captcha

function captchaErrorText(t: TFunction, captchaError: CaptchaError): string {
  if (captchaError.kind === 'wrong')
    return `${t('wizard.captcha.wrong')}. ${t('wizard.captcha.triesLeft', { count: captchaError.triesLeft })}`
  return captchaError.kind === 'empty'
    ? missingText(t, t('wizard.todo.captcha'))
    : t(`wizard.captcha.${captchaError.kind}`)
}

/** Digits to copy from an image, or from what is heard: either is enough. */
export function CaptchaField({ id, captcha, error }: Props) {
  const { t } = useTranslation()
  const { image, audio, answer, captchaError, isSolved } = captcha
  const [said, setSaid] = useState('')
  const isBusy = image.kind === 'loading' || audio.kind === 'loading'
  const handleRenew = async () => {
    await captcha.renew()
    setSaid(t('wizard.captcha.renewed'))
  }
  const handleListen = async () => {
    await captcha.listen()
    setSaid('')
  }
  return (
    <div className="captcha stack">
      <CaptchaImage image={image} />
      <div className="cluster">
        <Button variant="secondary" size="sm" icon="it-refresh" {...pendingWhile(t, isBusy)} onClick={handleRenew}>
          {t('wizard.captcha.newImage')}
        </Button>
        <Button variant="secondary" size="sm" icon="it-hearing" {...pendingWhile(t, isBusy)} onClick={handleListen}>
          {t(audio.kind === 'none' ? 'wizard.captcha.listen' : 'wizard.captcha.newAudio')}
        </Button>
      </div>
      <CaptchaAudio audio={audio} onPlay={() => setSaid(t('wizard.captcha.playing'))} />
      <TextInput
        id={id}
        label={t('wizard.captcha.label', { digits })}
        hint={t('wizard.captcha.hint')}
        error={(captchaError && captchaErrorText(t, captchaError)) ?? error}
        required
        isShort
        dir="ltr"
        translate="no"
        inputMode="numeric"
        autoComplete="off"
        value={answer}
        onChange={captcha.type}
      />
      <p role="status" className="visually-hidden">
        {isSolved ? t('wizard.captcha.solved') : said}
      </p>
    </div>
  )
}

const pendingWhile = (t: TFunction, pending: boolean) => ({ pending, pendingText: t('wizard.captcha.loading') })

function CaptchaImage({ image }: { image: Medium }) {
  const { t } = useTranslation()
  return (
    <div className="captcha-image">
      {image.kind === 'ready' && <img src={image.url} translate="no" alt={t('wizard.captcha.imageAlt', { digits })} />}
      {image.kind === 'failed' && (
        <p role="alert">{t(image.isServerBusy ? 'wizard.captcha.busy' : 'wizard.captcha.imageFailed')}</p>
      )}
    </div>
  )
}

/** Plays when loaded, since the user requested it. */
function CaptchaAudio({ audio, onPlay }: { audio: Medium; onPlay: () => void }) {
  const { t } = useTranslation()
  const player = useRef<HTMLAudioElement>(null)
  const url = audio.kind === 'ready' ? audio.url : undefined
  useEffect(() => {
    if (url !== undefined) void player.current?.play().catch(() => undefined)
  }, [url])
  if (audio.kind === 'failed')
    return <p role="alert">{t(audio.isServerBusy ? 'wizard.captcha.busy' : 'wizard.captcha.audioFailed')}</p>
  if (url === undefined) return null
  return (
    // biome-ignore lint/a11y/useMediaCaption: its words would give the answer away
    <audio ref={player} src={url} controls onPlay={onPlay} aria-label={t('wizard.captcha.listen')} />
  )
}
