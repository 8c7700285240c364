import type { MessagePage } from '@portal/contract'

/** The messages after the newest were loaded again: earlier ones stay, unless there would be a gap. */
export function withNewest(known: MessagePage, newest: MessagePage): MessagePage {
  const first = newest.messages[0]
  const last = known.messages.at(-1)
  if (!(first && last) || last.id < first.id) return newest
  const earlier = known.messages.filter(({ id }) => id < first.id)
  return earlier.length === 0 ? newest : { messages: [...earlier, ...newest.messages], hasEarlier: known.hasEarlier }
}

/** The messages after earlier ones were loaded. */
export const withEarlier = (known: MessagePage, { messages, hasEarlier }: MessagePage): MessagePage => ({
  messages: [...messages, ...known.messages],
  hasEarlier,
})
