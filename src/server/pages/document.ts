/** A whole HTML document. The data block is not executed, so the policy needs no nonce; `<` is escaped inside it. */
export function documentOf(page: { head: string; body: string; tags: string; data: unknown }): string {
  const data = JSON.stringify(page.data).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark"><meta name="theme-color" content="#090d20"><link rel="icon" href="/favicon.svg" type="image/svg+xml">${page.head}${page.tags}</head><body><div id="root">${page.body}</div><script type="application/json" id="__data">${data}</script></body></html>`
}
