import { Duplex } from 'node:stream'
import { concatenate } from './messages.ts'

export interface Line {
  ready(): Promise<void>
  send(bytes: Uint8Array<ArrayBuffer>): void
  hangUp(): void
}

const terminate = 0x58

/** Stands in for node-postgres's socket, because the server is a thread of this process. */
export class Wire extends Duplex {
  #line: Line
  #isOpen = true

  constructor(line: Line) {
    super()
    this.#line = line
  }

  connect(): this {
    this.#line.ready().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#send([chunk])
    done()
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#hangUp()
    done(error)
  }

  #send(chunks: Uint8Array[]): void {
    if (!this.#isOpen) return
    // Do not forward Terminate: it would end PGlite's only session. Hanging up resets the session for the next
    // connection.
    if (chunks.some((chunk) => chunk[0] === terminate)) this.#hangUp()
    else this.#line.send(concatenate(chunks))
  }

  #hangUp(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#line.hangUp()
  }
}
