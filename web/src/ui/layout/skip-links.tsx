import { focusOnClick } from '../focus-by-id.ts'

export interface SkipLinksProps {
  links: readonly { text: string; targetId: string }[]
}

/** The first thing the keyboard meets on a page, hidden until then. */
export function SkipLinks({ links }: SkipLinksProps) {
  return (
    <div className="skiplinks">
      {links.map(({ text, targetId }) => (
        <a key={targetId} href={`#${targetId}`} onClick={focusOnClick(targetId)}>
          {text}
        </a>
      ))}
    </div>
  )
}
