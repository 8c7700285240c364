import type { MessagePage } from '@portal/contract'

/** What is known after the newest messages have come anew: earlier ones stay, unless a gap would lie between. */
export function withNewest(known: MessagePage, newest: MessagePage): MessagePage {
  const first = newest.messages[0]
  const last = known.messages.at(-1)
  if (!(first && last) || last.id < first.id) return newest
  const earlier = known.messages.filter(({ id }) => id < first.id)
  return earlier.length === 0 ? newest : { messages: [...earlier, ...newest.messages], hasEarlier: known.hasEarlier }
}

/** What is known after the messages before it have come. */
export const withEarlier = (known: MessagePage, { messages, hasEarlier }: MessagePage): MessagePage => ({
  messages: [...messages, ...known.messages],
  hasEarlier,
})
