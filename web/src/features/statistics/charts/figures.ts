const counts = new Intl.NumberFormat('it')
const differences = new Intl.NumberFormat('it', { signDisplay: 'exceptZero' })
const shares = new Intl.NumberFormat('it', { style: 'percent', maximumFractionDigits: 1 })
const parts = new Intl.NumberFormat('it', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
const days = new Intl.NumberFormat('it', { maximumFractionDigits: 1 })

export const countText = (count: number) => counts.format(count)
export const shareText = (share: number) => shares.format(share)
export const daysText = (number: number) => days.format(number)

/** '+3 (+12%)', and of nothing only '+3'. */
export const differenceText = ({ count, part }: { readonly count: number; readonly part?: number }) =>
  part === undefined ? differences.format(count) : `${differences.format(count)} (${parts.format(part)})`

/** '03/26' of `2026-03`. */
export const shortMonth = (month: string) => `${month.slice(5, 7)}/${month.slice(2, 4)}`
