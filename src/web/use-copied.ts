import { useCallback, useEffect, useState } from 'react'

/** How long a copy is confirmed in rosters, quick links and actions (spec section 9). */
const COPIED_MS = 1200

const toClipboard = (text: string) => navigator.clipboard.writeText(text)

/**
 * Copies text and remembers for a while which text it was, so that a list of many can confirm the one that was
 * pressed. Where the browser refuses the clipboard, nothing is confirmed and the promise says why.
 */
export function useCopied(ms: number = COPIED_MS, write = toClipboard) {
  const [copied, setCopied] = useState<{ key: string } | null>(null)

  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), ms)
    return () => clearTimeout(timer)
  }, [copied, ms])

  return {
    /** The key of what was copied last, while it is confirmed. */
    copiedKey: copied?.key ?? null,
    copy: useCallback(
      async (text: string, key: string = text): Promise<void> => {
        await write(text)
        setCopied({ key })
      },
      [write],
    ),
  }
}
