import { LongText } from '#form/fields/long-text.tsx'

const reasonCharacters = 1000

interface Props {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Why something is asked for or decided: it stays with the request. */
export const ReasonField = (props: Props) => <LongText {...props} required rows={4} limit={reasonCharacters} />
