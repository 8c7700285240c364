import { Alert } from '#ui/feedback/alert.tsx'

interface Props {
  readonly isForgotten: boolean
  readonly text: string | undefined
}

/** The address names words that this tab does not remember any more. */
export const ForgottenWords = ({ isForgotten, text }: Props) => isForgotten && <Alert kind="info">{text}</Alert>
