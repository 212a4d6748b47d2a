import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { MEDIA } from './community.ts'
import { HEIGHT, WIDTH } from './hero/layers.ts'
import { inStudio } from './studio.ts'

/*
 * Renders the hero's loop, and its poster, which is the first frame of the loop:
 *
 *   npx tsx tools/media/hero-video.ts [OUT]                    hero.webm, hero.mp4 and the posters
 *   npx tsx tools/media/hero-video.ts --draw LOOP.mkv          only the first half: lossless frames
 *   npx tsx tools/media/hero-video.ts --encode LOOP.mkv [OUT]  only the second half: the files
 *   npx tsx tools/media/hero-video.ts --still 0.25 FILE.png    one moment of the loop, 0 to 1
 *
 * Needs Chromium and an ffmpeg with libsvtav1, libaom, libx264 and libwebp, such as Debian's. The scene uses no clock
 * and no random numbers, so the same Chromium and ffmpeg always give the same files.
 */
const SECONDS = 8
const RATE = 24
const LIMITS = {
  'hero.webm': 1_500_000,
  'hero.mp4': 1_500_000,
  'hero-poster.avif': 60_000,
  'hero-poster.webp': 60_000,
  'hero-poster.jpg': 60_000,
  'hero-poster-narrow.avif': 40_000,
  'hero-poster-narrow.webp': 40_000,
}
/** The part of the film that a phone in portrait shows: sun and palms. */
const NARROW = 'crop=600:900:1000:0,'
const RAW = `-f rawvideo -pix_fmt rgba -s ${WIDTH}x${HEIGHT} -r ${RATE} -i pipe:0 -vf vflip`.split(' ')
/**
 * Marks the colour standard of the file. A player would otherwise assume another one, and the change from the poster to
 * the film would be visible.
 */
const inColours = (format: string, range = 'tv', crop = '') =>
  `-vf ${crop}scale=in_range=full:out_range=${range}:out_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format=${format} -colorspace bt709 -color_primaries bt709 -color_trc iec61966-2-1 -color_range ${range}`

async function bundleScene() {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('hero/scene.ts', import.meta.url)), formats: ['iife'], name: 'hero' },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (chunk === undefined) throw new Error('The scene could not be bundled')
  return chunk.code
}

/** Draws the given moments one after another, and passes the pixels of each to `take`. */
async function draw(turns: number[], take: (pixels: Buffer, index: number) => Promise<void>) {
  const content = await bundleScene()
  await inStudio({ width: 400, height: 300 }, async (page) => {
    await page.setContent('<!doctype html>')
    await page.addScriptTag({ content })
    const scene = await page.evaluateHandle<(turn: number) => string>('openScene()')
    for (const [index, turn] of turns.entries()) {
      const base64 = await scene.evaluate((drawAt, at) => drawAt(at), turn)
      await take(Buffer.from(base64, 'base64'), index)
    }
  })
}

function openEncoder(args: string[]) {
  const encoder = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const closed = once(encoder, 'close')
  return {
    write: async (pixels: Buffer) => {
      if (!encoder.stdin.write(pixels)) await once(encoder.stdin, 'drain')
    },
    close: async () => {
      encoder.stdin.end()
      const [code] = await closed
      if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${args.join(' ')}`)
    },
  }
}

/** Writes moments into an image or a video, depending on the extension of the file. */
async function drawInto(turns: number[], options: string[], file: string) {
  const encoder = openEncoder([...RAW, ...options, file])
  await draw(turns, async (pixels, index) => {
    await encoder.write(pixels)
    if ((index + 1) % RATE === 0) console.log(`${index + 1} of ${turns.length} frames`)
  })
  await encoder.close()
}

async function drawLoop(file: string) {
  const frames = SECONDS * RATE
  const turns = Array.from({ length: frames }, (_, index) => index / frames)
  await drawInto(turns, ['-c:v', 'ffv1', '-pix_fmt', 'bgr0'], file)
}

async function encodeLoop(loop: string, out: string) {
  mkdirSync(out, { recursive: true })
  const encode = (options: string, name: string) =>
    openEncoder(['-i', loop, '-an', '-fflags', '+bitexact', ...options.split(' '), join(out, name)]).close()
  for (const { name, crop, crf, quality } of [
    { name: 'hero-poster', crop: '', crf: 26, quality: 66 },
    { name: 'hero-poster-narrow', crop: NARROW, crf: 30, quality: 56 },
  ]) {
    const still = `-c:v libaom-av1 -still-picture 1 -cpu-used 3 -crf ${crf}`
    await encode(`-frames:v 1 ${inColours('yuv420p10le', 'pc', crop)} ${still}`, `${name}.avif`)
    await encode(`-frames:v 1 -vf ${crop}null -c:v libwebp -quality ${quality} -compression_level 6`, `${name}.webp`)
  }
  await encode('-frames:v 1 -pix_fmt yuvj420p -q:v 10 -huffman optimal', 'hero-poster.jpg')
  // ten bits keep the dusk sky free of bands; every AV1 decoder supports them
  await encode(`${inColours('yuv420p10le')} -c:v libsvtav1 -preset 4 -crf 37 -g 300`, 'hero.webm')
  // two passes, so that the file has the wanted size and the water gets the bits that it needs
  const h264 = `${inColours('yuv420p')} -c:v libx264 -preset slower -b:v 1460k -g 300 -aq-mode 3 -profile:v high -passlogfile ${loop}.log`
  await encode(`${h264} -pass 1 -f null`, 'first-pass')
  await encode(`${h264} -pass 2 -movflags +faststart`, 'hero.mp4')
  for (const [name, limit] of Object.entries(LIMITS)) {
    const { size } = statSync(join(out, name))
    console.log(`${name}  ${size} bytes`)
    if (size > limit) throw new Error(`${name} is over its ${limit} bytes`)
  }
}

async function renderAll(out: string) {
  const work = mkdtempSync(join(tmpdir(), 'hero-'))
  try {
    const loop = join(work, 'loop.mkv')
    await drawLoop(loop)
    await encodeLoop(loop, out)
  } finally {
    rmSync(work, { recursive: true })
  }
}

const [first, second = '', third = ''] = argv.slice(2)
if (first === '--still') await drawInto([Number(second)], ['-frames:v', '1'], third)
else if (first === '--draw') await drawLoop(second)
else if (first === '--encode') await encodeLoop(second, third || MEDIA)
else await renderAll(first ?? MEDIA)
