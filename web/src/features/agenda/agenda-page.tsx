import {
  type Agenda,
  can,
  type Digest,
  type DigestRhythm,
  digestRhythms,
  endFeed,
  getAgenda,
  setDigest,
  startFeed,
} from '@portal/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { LoadFailed } from '#lib/api/load-failed.tsx'
import { formatInstant } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { RadioRow } from '#ui/field/radio-row.tsx'
import { Select } from '#ui/field/select.tsx'
import { focusById } from '#ui/focus-by-id.ts'

const agendaQuery = queryOptions({
  queryKey: ['agenda'],
  queryFn: ({ signal }) => call(getAgenda, {}, { signal }),
  meta: { isHandled: true },
})

/** How users hear of what waits for them: a digest, and for operators a calendar of the deadlines of their cases. */
export function AgendaPage() {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const { data: agenda, isError, isFetching, refetch } = useQuery(agendaQuery)
  return (
    <div className="reading-column">
      <h1>{t('agendaPage.title')}</h1>
      <p>{t('agendaPage.intro')}</p>
      {isError && !agenda && <LoadFailed isRetrying={isFetching} onRetry={() => refetch()} />}
      {agenda && (
        <>
          <DigestChoice agenda={agenda} />
          {can('cases', selectedRole) && <Feed agenda={agenda} />}
        </>
      )}
    </div>
  )
}

const rhythms = ['never', ...(Object.keys(digestRhythms) as DigestRhythm[])] as const

/** The hours of a working day. */
const hours = Array.from({ length: 14 }, (_, index) => index + 6)
const firstHour = 8

function DigestChoice({ agenda }: { agenda: Agenda }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [wish, setWish] = useState<{ readonly digest: Digest | undefined }>()
  const change = useMutation({
    mutationFn: (digest: Digest | undefined) => call(setDigest, { body: { digest } }),
    onSuccess: ({ digest }) => {
      // An answer tells what was so when it was read: of another change that is under way it knows nothing.
      queryClient.setQueryData(agendaQuery.queryKey, (now) => now && { ...now, digest })
      notify({ kind: 'success', body: t(digest ? 'agendaPage.digest.on' : 'agendaPage.digest.off') })
    },
    onError: () => setWish(undefined),
  })
  // The wish holds until the page knows the answer, which comes after the call has ended.
  useEffect(() => {
    if (wish && isSame(wish.digest, agenda.digest)) setWish(undefined)
  }, [wish, agenda.digest])
  const shown = wish ? wish.digest : agenda.digest
  // The choice moves at once, and back where it could not be kept.
  const choose = (digest: Digest | undefined) => {
    setWish({ digest })
    change.mutate(digest)
  }
  return (
    <section aria-labelledby="digest-title">
      <h2 id="digest-title">{t('agendaPage.digest.title')}</h2>
      <p>{t('agendaPage.digest.text')}</p>
      <RadioRow
        id="digest"
        label={t('agendaPage.digest.label')}
        options={rhythms.map((value) => ({ value, label: t(`agendaPage.digest.rhythms.${value}`) }))}
        value={shown?.rhythm ?? 'never'}
        onChange={(chosen) => {
          const rhythm = rhythms.find((one) => one === chosen)
          choose(rhythm && rhythm !== 'never' ? { rhythm, hour: shown?.hour ?? firstHour } : undefined)
        }}
      />
      {shown && (
        <Select
          id="digest-hour"
          label={t('agendaPage.digest.hour')}
          options={hours.map((hour) => ({ value: String(hour), label: `${hour}:00` }))}
          value={String(shown.hour)}
          onChange={(hour) => choose({ ...shown, hour: Number(hour) })}
        />
      )}
    </section>
  )
}

const isSame = (one: Digest | undefined, other: Digest | undefined) =>
  one?.rhythm === other?.rhythm && one?.hour === other?.hour

const addressId = 'feed-address'
const feedTitleId = 'feed-title'

function Feed({ agenda }: { agenda: Agenda }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'renew' | 'end'>()
  const { url, start, end } = useFeed()
  const since = agenda.feedSince
  const confirm = { renew: start, end } as const
  return (
    <section aria-labelledby={feedTitleId}>
      <h2 id={feedTitleId} tabIndex={-1}>
        {t('agendaPage.feed.title')}
      </h2>
      <p>{t('agendaPage.feed.text')}</p>
      {since ? <p>{t('agendaPage.feed.since', { at: formatInstant(since) })}</p> : <p>{t('agendaPage.feed.none')}</p>}
      {url && <FeedAddress key={url} url={url} />}
      <div className="session-actions">
        <Button
          variant={since ? 'secondary' : 'primary'}
          pending={start.isPending}
          pendingText={t('agendaPage.feed.making')}
          onClick={() => (since ? setDialog('renew') : start.mutate())}
        >
          {t(since ? 'agendaPage.feed.renew' : 'agendaPage.feed.make')}
        </Button>
        {since && (
          <Button variant="danger" onClick={() => setDialog('end')}>
            {t('agendaPage.feed.end')}
          </Button>
        )}
      </div>
      {dialog && (
        <ConfirmDialog
          title={t(`agendaPage.feed.ask.${dialog}.title`)}
          texts={{ confirm: t(`agendaPage.feed.${dialog}`), cancel: t('desk.cancel'), close: t('site.close') }}
          isDanger={dialog === 'end'}
          onConfirm={() => {
            setDialog(undefined)
            confirm[dialog].mutate()
          }}
          onClose={() => setDialog(undefined)}
        >
          <p>{t(`agendaPage.feed.ask.${dialog}.text`)}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The address of the calendar, shown only once; anyone who has it can read the calendar. */
function FeedAddress({ url }: { url: string }) {
  const { t } = useTranslation()
  // What made it has lost its place, and the address is what is wanted.
  useEffect(() => focusById(addressId), [])
  return (
    <div id={addressId} tabIndex={-1}>
      <Alert kind="success">
        <p>{t('agendaPage.feed.once')}</p>
        <p className="feed-address">
          <code dir="ltr">{url}</code>
        </p>
        <CopyButton value={url} label={t('agendaPage.feed.copy')} copiedLabel={t('agendaPage.feed.copied')} />
      </Alert>
    </div>
  )
}

/** The address that was just made, its making and its end; the focus follows what is shown. */
function useFeed() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [url, setUrl] = useState<string>()
  const start = useMutation({
    mutationFn: () => call(startFeed, {}),
    onSuccess: (made) => {
      setUrl(made.url)
      queryClient.setQueryData(agendaQuery.queryKey, (now) => now && { ...now, feedSince: made.since })
    },
  })
  const end = useMutation({
    mutationFn: () => call(endFeed, {}),
    onSuccess: (left) => {
      setUrl(undefined)
      queryClient.setQueryData(agendaQuery.queryKey, (now) => now && { ...left, digest: now.digest })
      notify({ kind: 'success', body: t('agendaPage.feed.ended') })
      focusById(feedTitleId)
    },
  })
  return { url, start, end }
}
