import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  readonly title: string
  readonly children: ReactNode
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
