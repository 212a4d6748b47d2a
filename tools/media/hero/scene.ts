import {
  drawBridge,
  drawBridgeLights,
  drawCity,
  drawCityLights,
  drawIslet,
  drawShore,
  drawTraffic,
  HEIGHT,
  WIDTH,
} from './layers.ts'
import { BRIGHT, CLOUDS, GRADE, GROW, SHRINK, SKY, VERTEX, WATER } from './shaders.ts'

/* Runs in the browser page that renders the hero video (see hero-video.ts). */

interface Target {
  texture: WebGLTexture
  frame: WebGLFramebuffer
  width: number
  height: number
}

type Uniforms = Record<string, Target | WebGLTexture | number | [number, number]>

const STAIRS = 6

function newSheet() {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('This browser has no 2D canvas')
  return { canvas, pen }
}

function openScene() {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('webgl2', { antialias: false, preserveDrawingBuffer: true })
  if (context === null) throw new Error('This browser has no WebGL 2')
  const gl = context
  if (gl.getExtension('EXT_color_buffer_float') === null)
    throw new Error('This browser cannot draw into float textures')

  function compile(fragment: string) {
    const program = gl.createProgram()
    for (const [type, source] of [
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type)
      if (shader === null) throw new Error('No shader')
      gl.shaderSource(shader, source)
      gl.compileShader(shader)
      if (gl.getShaderParameter(shader, gl.COMPILE_STATUS) !== true) throw new Error(gl.getShaderInfoLog(shader) ?? '')
      gl.attachShader(program, shader)
    }
    gl.linkProgram(program)
    if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) throw new Error(gl.getProgramInfoLog(program) ?? '')
    return program
  }

  function newTexture() {
    const texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
    return texture
  }

  function newTarget(width: number, height: number): Target {
    const texture = newTexture()
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, width, height, 0, gl.RGBA, gl.HALF_FLOAT, null)
    const frame = gl.createFramebuffer()
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
    return { texture, frame, width, height }
  }

  function pass(program: WebGLProgram, target: Target | null, uniforms: Uniforms) {
    // biome-ignore lint/correctness/useHookAtTopLevel: this is a WebGL call and no hook of React
    gl.useProgram(program)
    gl.bindFramebuffer(gl.FRAMEBUFFER, target?.frame ?? null)
    gl.viewport(0, 0, target?.width ?? WIDTH, target?.height ?? HEIGHT)
    let unit = 0
    for (const [name, value] of Object.entries(uniforms)) {
      const place = gl.getUniformLocation(program, name)
      if (typeof value === 'number') gl.uniform1f(place, value)
      else if (Array.isArray(value)) gl.uniform2f(place, value[0], value[1])
      else {
        gl.activeTexture(gl.TEXTURE0 + unit)
        gl.bindTexture(gl.TEXTURE_2D, 'texture' in value ? value.texture : value)
        gl.uniform1i(place, unit)
        unit += 1
      }
    }
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  const [cloudy, sky, water, bright, shrink, grow, grade] = [CLOUDS, SKY, WATER, BRIGHT, SHRINK, GROW, GRADE].map(
    compile,
  )
  if (!cloudy || !sky || !water || !bright || !shrink || !grow || !grade) throw new Error('No programs')

  const sheets = {
    city: newSheet(),
    cityLights: newSheet(),
    bridge: newSheet(),
    bridgeLights: newSheet(),
    shore: newSheet(),
  }
  const textures = {
    city: newTexture(),
    cityLights: newTexture(),
    bridge: newTexture(),
    bridgeLights: newTexture(),
    shore: newTexture(),
  }
  const clouds = newTarget(WIDTH / 2, HEIGHT / 2)
  const behind = newTarget(WIDTH, HEIGHT)
  const whole = newTarget(WIDTH, HEIGHT)
  const shining = newTarget(WIDTH, HEIGHT)
  const sizes = Array.from({ length: STAIRS }, (_, step): [number, number] => [
    WIDTH >> (step + 1),
    HEIGHT >> (step + 1),
  ])
  const down = sizes.map(([width, height]) => newTarget(width, height))
  const up = sizes.map(([width, height]) => newTarget(width, height))

  function paint(name: keyof typeof sheets, draw: (pen: CanvasRenderingContext2D) => void) {
    const { canvas: sheet, pen } = sheets[name]
    pen.clearRect(0, 0, WIDTH, HEIGHT)
    draw(pen)
    gl.bindTexture(gl.TEXTURE_2D, textures[name])
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, sheet)
  }

  const pixels = new Uint8Array(WIDTH * HEIGHT * 4)
  paint('city', drawCity)

  /** Draws one moment and returns its pixels as base64, bottom row first. */
  return (turn: number) => {
    paint('cityLights', (pen) => drawCityLights(pen, turn))
    paint('bridge', (pen) => {
      drawBridge(pen)
      drawTraffic(pen, turn)
      drawIslet(pen)
    })
    paint('bridgeLights', (pen) => drawBridgeLights(pen, turn))
    paint('shore', (pen) => drawShore(pen, turn))

    const { city, cityLights, bridge, bridgeLights, shore } = textures
    pass(cloudy, clouds, { turn })
    pass(sky, behind, { turn, clouds, city, cityLights, bridge, bridgeLights })
    pass(water, whole, { turn, sky: behind, shore })
    pass(bright, shining, { image: whole })
    for (const [step, target] of down.entries()) {
      pass(shrink, target, { image: down[step - 1] ?? shining, size: [target.width, target.height] })
    }
    for (const [index, under] of [...down.entries()].reverse()) {
      const target = up[index] ?? under
      pass(grow, target, { image: up[index + 1] ?? under, under, size: [target.width, target.height], share: 0.9 })
    }
    pass(grade, null, { image: whole, bloom: up[0] ?? whole })

    gl.readPixels(0, 0, WIDTH, HEIGHT, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    let binary = ''
    for (let at = 0; at < pixels.length; at += 0x8000)
      binary += String.fromCharCode(...pixels.subarray(at, at + 0x8000))
    return btoa(binary)
  }
}

Object.assign(window, { openScene })
