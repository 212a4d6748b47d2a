import { useCallback, useEffect, useState } from 'react'

/** How long rosters, quick links and disciplinary actions confirm a copy (spec section 9). */
const COPIED_MS = 1200

const toClipboard = (text: string) => navigator.clipboard.writeText(text)

/**
 * Copies text and remembers for a while which text it was, so that a long list can confirm the right row. If the
 * browser denies the clipboard, nothing is confirmed and the promise rejects.
 */
export function useCopied(ms: number = COPIED_MS, write = toClipboard) {
  const [copied, setCopied] = useState<{ key: string } | null>(null)

  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), ms)
    return () => clearTimeout(timer)
  }, [copied, ms])

  return {
    /** The key of the last copy, while it is confirmed. */
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
