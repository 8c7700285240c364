/** The number of a municipality on the wire and in `municipalities.id`: A001 is 1001, H501 is 8501. */
export function municipalityId(belfiore: string): number {
  return (belfiore.charCodeAt(0) - 64) * 1000 + Number(belfiore.slice(1))
}
