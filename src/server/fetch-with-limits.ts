/** How long another service may take to answer, and how much it may say. */
export interface FetchLimits {
  timeoutMs: number
  maxBytes: number
  /** Ends the call early. */
  signal?: AbortSignal | undefined
  /** Hears that the answer begins, and each part of it as it comes. */
  onPart?: ((part: Uint8Array) => void) | undefined
  onBegin?: (() => void) | undefined
}

/**
 * Asks another service and reads its whole answer, so that neither a slow one nor an endless one holds anybody up.
 * Throws what `fetch` throws, a `TimeoutError` when the answer is not there in time, and a `RangeError` when it is too
 * long. The time limit is kept here, because `fetch` may forget its signal once the answer has begun: it goes with the
 * garbage (https://github.com/nodejs/undici/issues/4068).
 */
export async function fetchWithLimits(
  url: string,
  init: RequestInit,
  { timeoutMs, maxBytes, signal, onBegin, onPart }: FetchLimits,
): Promise<Response> {
  const calling = new AbortController()
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let timer: NodeJS.Timeout | undefined
  let leave = () => {}
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer in time', 'TimeoutError')), timeoutMs)
    leave = () => reject(signal?.reason)
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave)
  })

  async function read(): Promise<Response> {
    const { status, headers, body } = await fetch(url, { ...init, signal: calling.signal })
    onBegin?.()
    if (body === null) return new Response(null, { status, headers })
    reader = body.getReader()
    const parts: Uint8Array[] = []
    let bytes = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      bytes += value.length
      if (bytes > maxBytes) throw new RangeError(`the answer is longer than ${maxBytes} bytes`)
      parts.push(value)
      onPart?.(value)
    }
    return new Response(bytes === 0 ? null : Buffer.concat(parts), { status, headers })
  }

  const reading = read()
  try {
    return await Promise.race([reading, ended])
  } catch (error) {
    // Whichever of the two it is in: the connection is let go of.
    calling.abort()
    reading.catch(() => undefined)
    await reader?.cancel().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}
