/** A day (`YYYY-MM-DD`) as the community writes it: month/day/year, in columns of even width. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}
