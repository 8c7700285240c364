export interface ProgressProps {
  /** What is going on: 'Caricamento di foto.jpg'. */
  label: string
  /** From 0 to 100. */
  percent: number
}

/** For what takes over three seconds: a bar, and the figure beside it. */
export function Progress({ label, percent }: ProgressProps) {
  const rounded = Math.round(percent)
  return (
    <div className="stack">
      <div className="cluster cluster-spread">
        <span>{label}</span>
        <bdi dir="ltr">{`${rounded} %`}</bdi>
      </div>
      <progress className="progress-line" value={rounded} max={100} aria-label={label} />
    </div>
  )
}
