import { useState } from 'react'
import { t } from '#lib/messages.ts'
import { CallFailed } from '#web/call.ts'
import { encodePicture, PictureRefused, type PictureTools } from '../picture-rules.ts'
import { stripMetadata } from '../webp-rules.ts'

/** Decodes and encodes pictures with this browser. */
const BROWSER: PictureTools<ImageBitmap> = {
  decode: (file) => createImageBitmap(file, { imageOrientation: 'from-image' }),
  draw: async (picture, { width, height }, quality) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width, height })
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality))
    return blob?.type === 'image/webp' ? stripMetadata(new Uint8Array(await blob.arrayBuffer())) : null
  },
}

export interface ReadPicture {
  bytes: Uint8Array<ArrayBuffer>
  /** An address for the preview. */
  address: string
}

/** Converts a chosen picture in the browser. Returns the picture, or the problem. */
export function usePicture(encode = (file: Blob) => encodePicture(file, BROWSER)) {
  const [picture, setPicture] = useState<ReadPicture | null>(null)
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function read(file: Blob | Promise<Blob>): Promise<void> {
    setPicture(null)
    setProblem(null)
    setIsReading(true)
    try {
      const bytes = await encode(await file)
      setPicture({ bytes, address: `data:image/webp;base64,${base64Of(bytes)}` })
    } catch (error) {
      if (error instanceof PictureRefused) setProblem(t(error.why))
      else if (error instanceof CallFailed) setProblem(error.message)
      else throw error
    } finally {
      setIsReading(false)
    }
  }

  return {
    picture,
    isReading,
    problem,
    read: (file: Blob | Promise<Blob>) => void read(file),
    clear: () => setPicture(null),
  }
}

function base64Of(bytes: Uint8Array<ArrayBuffer>): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
