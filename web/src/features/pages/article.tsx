import type { Elements } from '#ui/elements.tsx'

export const MailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`}>
    <bdi dir="ltr">{address}</bdi>
  </a>
)

export const Article = ({ title, children }: { title: string; children: Elements }) => (
  <article className="reading-column">
    <h1>{title}</h1>
    {children}
  </article>
)

export interface TextSection {
  readonly title: string
  readonly text: readonly string[]
}

/** Sections of a text, each under its heading. */
export const Sections = ({ sections }: { sections: readonly TextSection[] }) =>
  sections.map(({ title, text }) => (
    <section key={title}>
      <h2>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ))
