import { countTo, Loading, TextSkeleton } from './skeleton.tsx'

/** The kinds of pages that differ in their shape while they load. */
export type PageKind = 'list' | 'filteredList' | 'record' | 'home' | 'form' | 'text'

interface Props {
  readonly kind: PageKind
  /** The heading of the page, where it does not depend on what is loaded. */
  readonly title?: string | undefined
  /** What is being waited for. */
  readonly text: string
}

/** A page of the back office on its way: its heading, and the shape of its content. */
export const PageSkeleton = ({ kind, title, text }: Props) => (
  <>
    {title ? (
      <h1 className={isList(kind) ? 'skeleton-list-title' : undefined}>{title}</h1>
    ) : (
      <div className="skeleton skeleton-heading" />
    )}
    {kind === 'text' ? <TextSkeleton text={text} count={8} /> : <Loading text={text}>{shapes[kind]}</Loading>}
  </>
)

const isList = (kind: PageKind) => kind === 'list' || kind === 'filteredList'

const lines = (count: number) => countTo(count).map((line) => <span key={line} className="skeleton" />)

/** Rows as tall as those of the table. */
const list = (
  <div className="data-table-scroll">
    <table className="table data-table">
      <tbody>
        {countTo(11).map((row) => (
          <tr key={row}>
            <td>
              <span className="skeleton" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const fields = (count: number) =>
  countTo(count).map((field) => (
    <div key={field}>
      <span className="skeleton skeleton-short" />
      <span className="skeleton skeleton-field" />
    </div>
  ))

/** The tabs, and the line of the filters, stand above the rows. */
const filteredList = (
  <>
    <span className="skeleton skeleton-tabs" />
    <span className="skeleton skeleton-filters" />
    {list}
  </>
)

const record = (
  <div className="skeleton-columns">
    <div className="panel stack">{lines(12)}</div>
    <div className="panel stack">{lines(8)}</div>
  </div>
)

const home = (
  <>
    <span className="skeleton skeleton-tabs" />
    {countTo(8).map((row) => (
      <div key={row} className="skeleton-entry">
        <span className="skeleton skeleton-short" />
        <span className="skeleton" />
      </div>
    ))}
  </>
)

const form = <div className="panel skeleton-fields">{fields(8)}</div>

const shapes = { list, filteredList, record, home, form }
