/** The start options of the worker. `fsyncs` is a shared counter of fsyncs. */
export interface WorkerOptions {
  directory: string
  fsyncs: Int32Array
}

type Bytes = Uint8Array<ArrayBuffer>

export type ToWorker =
  | { type: 'data'; connection: number; bytes: Bytes }
  | { type: 'hangUp'; connection: number }
  | { type: 'space'; short: boolean }
  | { type: 'close' }

export type FromWorker = { type: 'ready' } | { type: 'data'; connection: number; bytes: Bytes; done: boolean }

/** Copies chunks into one new buffer, which can be transferred to another thread. */
export function concatenate(chunks: Uint8Array[]): Bytes {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
