/** The limits of a request to another service: the time to the end of the response, and its size. */
export interface FetchLimits {
  timeoutMs: number
  maxBytes: number
  /** Aborts the request. */
  signal?: AbortSignal | undefined
  /** Called with each part of the body as it arrives. */
  onPart?: ((part: Uint8Array) => void) | undefined
  /** Called when the response begins. */
  onBegin?: (() => void) | undefined
}

/**
 * Requests another service and reads the whole response, so that neither a slow nor an endless response blocks the
 * caller. Throws what `fetch` throws, a `TimeoutError` if the response is not complete in time, and a `RangeError` if
 * it is too long. The timeout is implemented here because `fetch` may ignore its signal once the response has begun:
 * the signal can be garbage-collected (https://github.com/nodejs/undici/issues/4068).
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
    // Release the connection, whether the request waits for the response or reads its body.
    calling.abort()
    reading.catch(() => undefined)
    await reader?.cancel().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}
