import { FieldFrame } from '#ui/field/field-frame.tsx'
import { uploadTypes } from './upload-file.ts'

interface Props {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly onChoose: (file: File | undefined) => void
}

/** The browser's own choice of a file: it is known to every keyboard and screen reader. */
export function FileField({ onChoose, ...texts }: Props) {
  return (
    <FieldFrame {...texts} required>
      {(wiring) => (
        <input
          {...wiring}
          type="file"
          className="form-control"
          accept={uploadTypes}
          onChange={({ target }) => onChoose(target.files?.[0])}
          // The same file once more, mended meanwhile, is a choice as well.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
        />
      )}
    </FieldFrame>
  )
}
