/** The text of a page's main content. */
export function mainTextOf(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  return main
    .replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
}

/** The data that a document passes to the page's code. */
export const dataOf = (html: string) => JSON.parse(/id="__data">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
