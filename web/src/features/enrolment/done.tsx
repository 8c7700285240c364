import { useEffect, useRef } from 'react'
import type { Elements } from '#ui/elements.tsx'

interface Props {
  readonly title: string
  readonly children: Elements
}

/** In place of what the user has sent; it gets the focus. */
export function Done({ title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <article className="reading-column">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </article>
  )
}
