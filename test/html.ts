/** What a person reads of a page: its own part as text. */
export function wordsOf(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  return main
    .replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
}

/** What a document hands over to the page's code. */
export const dataOf = (html: string) => JSON.parse(/id="__data">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
