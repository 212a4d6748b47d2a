/*
 * The parts of the hero scene, drawn with plain canvas calls: the city on the far shore, the bridge and its traffic,
 * the near shore and its palms. Every function takes the moment as `turn`, from 0 to 1 of one loop. All movements are
 * whole cycles of `turn`, so that the last frame leads into the first.
 */

export const WIDTH = 1600
export const HEIGHT = 900
export const HORIZON = 652
export const SUN = { x: 1396, y: 622, radius: 112 }

type Pen = CanvasRenderingContext2D

const NIGHT = '#060919'
const FULL_TURN = Math.PI * 2

/**
 * A pseudo-random generator (mulberry32 by its published recurrence) that returns the same numbers on every machine.
 */
function newDice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const wrap = (value: number, length: number) => ((value % length) + length) % length
const mix = (from: number, to: number, share: number) => from + (to - from) * share
const clamp = (value: number) => Math.min(1, Math.max(0, value))

function polygon(pen: Pen, points: readonly (readonly [number, number])[]) {
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(x, y)
  pen.closePath()
  pen.fill()
}

/** A round light with a bright core and a soft edge. The bloom is added later. */
function lamp(pen: Pen, x: number, y: number, radius: number, colour: string, strength = 1) {
  const glow = pen.createRadialGradient(x, y, 0, x, y, radius)
  glow.addColorStop(0, colour)
  glow.addColorStop(0.35, colour)
  glow.addColorStop(1, 'transparent')
  pen.globalAlpha = strength
  pen.fillStyle = glow
  pen.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  pen.globalAlpha = 1
}

interface Tower {
  x: number
  width: number
  height: number
  roof: 'flat' | 'step' | 'slant' | 'spire' | 'dome'
  depth: number
}

/** The towers: downtown is left of the sun, and beach condominiums continue along the shore. */
function listTowers(): Tower[] {
  const dice = newDice(41)
  const roofs: Tower['roof'][] = ['flat', 'step', 'slant', 'flat', 'dome']
  const low = Array.from({ length: 46 }, (_, index) => {
    const x = 470 + index * 18 + dice() * 10
    const swell = Math.exp(-(((x - 1120) / 190) ** 2))
    return {
      x,
      width: 12 + dice() * 20,
      height: 9 + dice() * 20 + swell * (26 + dice() * 52),
      roof: roofs[Math.floor(dice() * roofs.length)] ?? 'flat',
      depth: dice() * 0.6,
    }
  })
  const high: Tower[] = [
    { x: 1012, width: 25, height: 124, roof: 'step', depth: 0.75 },
    { x: 1058, width: 22, height: 158, roof: 'slant', depth: 0.8 },
    { x: 1098, width: 31, height: 138, roof: 'flat', depth: 0.9 },
    { x: 1141, width: 24, height: 196, roof: 'spire', depth: 1 },
    { x: 1176, width: 29, height: 116, roof: 'dome', depth: 0.85 },
    { x: 1212, width: 22, height: 88, roof: 'step', depth: 0.95 },
    { x: 958, width: 28, height: 84, roof: 'slant', depth: 0.7 },
  ]
  return [...low, ...high].sort((one, other) => one.depth - other.depth)
}

function outline({ x, width, height, roof }: Tower): [number, number][] {
  const [left, right, top, foot] = [x - width / 2, x + width / 2, HORIZON - height, HORIZON + 2]
  if (roof === 'slant')
    return [
      [left, foot],
      [left, top + width * 0.55],
      [right, top],
      [right, foot],
    ]
  if (roof === 'step') {
    const inset = width * 0.24
    return [
      [left, foot],
      [left, top + 13],
      [left + inset, top + 13],
      [left + inset, top],
      [right - inset, top],
      [right - inset, top + 7],
      [right, top + 7],
      [right, foot],
    ]
  }
  if (roof === 'spire') {
    return [
      [left, foot],
      [left, top + 30],
      [left + 5, top + 18],
      [x - 1.4, top + 13],
      [x - 0.5, top - 22],
      [x + 0.5, top - 22],
      [x + 1.4, top + 13],
      [right - 5, top + 18],
      [right, top + 30],
      [right, foot],
    ]
  }
  if (roof === 'dome') {
    const curve = Array.from({ length: 9 }, (_, step): [number, number] => {
      const angle = Math.PI * (1 + step / 8)
      return [x + (Math.cos(angle) * width) / 2, top + 7 + Math.sin(angle) * 7]
    })
    return [[left, foot], ...curve, [right, foot]]
  }
  return [
    [left, foot],
    [left, top],
    [right, top],
    [right, foot],
  ]
}

/** The far shore and the city as silhouettes. Towers farther away are paler. */
export function drawCity(pen: Pen) {
  pen.fillStyle = '#2b1d50'
  pen.beginPath()
  pen.moveTo(0, HORIZON + 2)
  for (let x = 0; x <= WIDTH; x += 4) {
    const hills = 9 + 5 * Math.sin(x / 83) + 3 * Math.sin(x / 31 + 1) + 2 * Math.sin(x / 11)
    const gap = clamp((Math.abs(x - 1405) - 95) / 70)
    pen.lineTo(x, HORIZON - Math.max(0, hills) * gap)
  }
  pen.lineTo(WIDTH, HORIZON + 2)
  pen.fill()

  for (const tower of listTowers()) {
    const shade = pen.createLinearGradient(0, HORIZON - 190, 0, HORIZON)
    const near = tower.depth
    shade.addColorStop(0, `rgb(${mix(74, 36, near)} ${mix(41, 23, near)} ${mix(104, 70, near)})`)
    shade.addColorStop(1, `rgb(${mix(132, 74, near)} ${mix(62, 36, near)} ${mix(108, 82, near)})`)
    pen.fillStyle = shade
    polygon(pen, outline(tower))
    // the side that faces the sun
    const rim = pen.createLinearGradient(tower.x, 0, tower.x + tower.width / 2, 0)
    rim.addColorStop(0, 'rgb(255 140 100 / 0)')
    rim.addColorStop(1, `rgb(255 140 100 / ${mix(0.12, 0.42, near) * clamp((tower.x - 700) / 400)})`)
    pen.fillStyle = rim
    polygon(pen, outline(tower))
  }
}

/** Lit windows, beacons on the roofs and the lights of the shore road. */
export function drawCityLights(pen: Pen, turn: number) {
  const dice = newDice(97)
  for (const tower of listTowers()) {
    const top = HORIZON - tower.height + (tower.roof === 'spire' ? 34 : 16)
    for (let y = top; y < HORIZON - 12; y += 4.5) {
      for (let x = tower.x - tower.width / 2 + 3; x < tower.x + tower.width / 2 - 3; x += 4) {
        const [luck, kind, phase] = [dice(), dice(), dice()]
        if (luck > 0.22 + tower.depth * 0.16) continue
        // a few windows go out and come back once in a loop
        const isRestless = phase > 0.94
        const life = isRestless ? clamp(3 * Math.sin(FULL_TURN * (turn + phase * 17)) + 1.4) : 1
        pen.globalAlpha = mix(0.14, 0.5, tower.depth) * mix(0.5, 1, kind) * life
        pen.fillStyle = kind > 0.86 ? '#9fe6ff' : kind > 0.3 ? '#ffc46b' : '#ffe2b0'
        pen.fillRect(x, y, 1.3, 1.9)
      }
    }
    if (tower.height > 112) {
      const beat = clamp(Math.sin(FULL_TURN * (4 * turn + tower.x / 91)) * 1.6 - 0.3)
      lamp(pen, tower.x, HORIZON - tower.height - (tower.roof === 'spire' ? 22 : 2), 4, '#ff2424', 0.2 + 0.8 * beat)
    }
  }
  pen.globalAlpha = 1
  for (let x = 470; x < 1290; x += 7 + dice() * 16) {
    lamp(
      pen,
      x,
      HORIZON - 3 - dice() * 5,
      1.6 + dice() * 1.2,
      dice() > 0.3 ? '#ffc98a' : '#ffe9c9',
      0.35 + dice() * 0.4,
    )
  }
  // patrol cars far away on the shore road
  flash(pen, 884, HORIZON - 7, 1, turn, 0)
  flash(pen, 620, HORIZON - 6, 0.6, turn, 0.37)
}

/** Two short red flashes, then two short blue ones, eight times a loop. */
function flash(pen: Pen, x: number, y: number, size: number, turn: number, phase: number) {
  const beat = wrap(turn * 8 + phase, 1)
  const pulse = (from: number) => clamp(1 - Math.abs(wrap(beat - from, 1) - 0.07) / 0.075)
  const red = pulse(0) + pulse(0.2)
  const blue = pulse(0.5) + pulse(0.7)
  lamp(pen, x - 4 * size, y, 9 * size, '#ff2d3f', Math.min(1, 0.08 + red))
  lamp(pen, x + 4 * size, y, 9 * size, '#2f6bff', Math.min(1, 0.08 + blue))
}

const PYLONS = [700, 940] as const
const CREST = 820
const BRIDGE_END = 1262
/** The x coordinate at which the islet's trees cover the road. */
const LAST_SEEN = BRIDGE_END + 10

/** The height of the road: level from the left, higher over the channel, then down to the islet. */
export function deckAt(x: number) {
  const reach = x < CREST ? 780 : BRIDGE_END - CREST
  const across = Math.min(1, Math.abs(x - CREST) / reach)
  return 626 - 46 * Math.cos((across * Math.PI) / 2) ** 2
}

function deckPath(pen: Pen, lift: number) {
  for (let x = -10; x <= BRIDGE_END + 40; x += 6) pen.lineTo(x, deckAt(x) + lift)
}

/** The causeway, its cable-stayed span, and the mangrove islet where the bridge ends. */
export function drawBridge(pen: Pen) {
  const steel = pen.createLinearGradient(0, 0, BRIDGE_END, 0)
  steel.addColorStop(0, '#0b0f2c')
  steel.addColorStop(0.7, '#150f34')
  steel.addColorStop(1, '#24123a')

  // piers in pairs, each with a cap
  pen.fillStyle = steel
  for (let x = 24; x < BRIDGE_END - 20; x += 74) {
    if (x > PYLONS[0] + 20 && x < PYLONS[1] - 30) continue
    const top = deckAt(x)
    polygon(pen, [
      [x - 13, top + 6],
      [x + 13, top + 6],
      [x + 8, top + 13],
      [x - 8, top + 13],
    ])
    pen.fillRect(x - 7, top + 8, 4, HORIZON + 4 - top - 8)
    pen.fillRect(x + 3, top + 8, 4, HORIZON + 4 - top - 8)
  }
  pen.beginPath()
  deckPath(pen, 0)
  for (let x = BRIDGE_END + 40; x >= -10; x -= 6) {
    const isSpan = x > PYLONS[0] - 130 && x < PYLONS[1] + 130
    pen.lineTo(x, deckAt(x) + (isSpan ? 8 : 10))
  }
  pen.fill()
  pen.strokeStyle = '#3b2048'
  pen.lineWidth = 1.2
  pen.beginPath()
  deckPath(pen, -3.4)
  pen.stroke()
  pen.lineWidth = 0.8
  for (let x = 0; x < BRIDGE_END; x += 9) {
    pen.beginPath()
    pen.moveTo(x, deckAt(x))
    pen.lineTo(x, deckAt(x) - 3.4)
    pen.stroke()
  }

  for (const x of PYLONS) drawPylon(pen, x, steel)
  for (let x = 60; x < BRIDGE_END - 30; x += 62) {
    if (PYLONS.some((pylon) => Math.abs(pylon - x) < 20)) continue
    const deck = deckAt(x)
    pen.strokeStyle = '#120e2e'
    pen.lineWidth = 1.6
    pen.beginPath()
    pen.moveTo(x, deck)
    pen.lineTo(x, deck - 24)
    pen.quadraticCurveTo(x, deck - 29, x + 9, deck - 29)
    pen.stroke()
  }
}

/** A pylon with its cables. */
function drawPylon(pen: Pen, x: number, steel: CanvasGradient) {
  const deck = deckAt(x)
  const top = deck - 150
  pen.lineWidth = 1
  for (let cable = 1; cable <= 11; cable += 1) {
    for (const side of [-1, 1]) {
      const foot = x + side * cable * 11.2
      pen.strokeStyle = `rgb(170 92 118 / ${0.95 - cable * 0.03})`
      pen.beginPath()
      pen.moveTo(x, top + 12 + (11 - cable) * 4.4)
      pen.lineTo(foot, deckAt(foot) - 1)
      pen.stroke()
    }
  }
  pen.fillStyle = steel
  polygon(pen, [
    [x - 7.5, HORIZON + 6],
    [x - 4, deck],
    [x - 1.9, top + 10],
    [x - 1.3, top],
    [x + 1.3, top],
    [x + 1.9, top + 10],
    [x + 4, deck],
    [x + 7.5, HORIZON + 6],
  ])
  pen.fillStyle = 'rgb(255 138 98 / 0.28)'
  polygon(pen, [
    [x + 4.6, deck + 10],
    [x + 2.6, deck],
    [x + 0.6, top + 4],
    [x + 1.3, top],
    [x + 1.9, top + 10],
    [x + 4, deck],
    [x + 5.6, deck + 10],
  ])
  pen.fillStyle = steel
  polygon(pen, [
    [x - 16, HORIZON + 4],
    [x - 12, HORIZON - 5],
    [x + 12, HORIZON - 5],
    [x + 16, HORIZON + 4],
  ])
}

/** The islet where the bridge ends. It is drawn over the traffic, which disappears behind its trees. */
export function drawIslet(pen: Pen) {
  const dice = newDice(7)
  const leaves = pen.createLinearGradient(1200, 0, 1370, 0)
  leaves.addColorStop(0, '#150f33')
  leaves.addColorStop(1, '#3a1638')
  pen.fillStyle = leaves
  for (let tree = 0; tree < 170; tree += 1) {
    const across = dice()
    const x = mix(1206, 1376, across)
    const crown = Math.sin(Math.PI * Math.min(1, across * 1.25 + 0.08)) ** 0.7 * 46
    const radius = 3 + dice() * 6
    pen.beginPath()
    pen.ellipse(x, HORIZON - 2 - Math.max(0, crown - radius) * dice(), radius * 1.3, radius, 0, 0, FULL_TURN)
    pen.fill()
  }
  pen.fillRect(1204, HORIZON - 5, 172, 7)
  for (const [x, height, lean] of [
    [1246, 62, 6],
    [1268, 48, -5],
    [1316, 54, 8],
  ] as const) {
    drawPalm(pen, { x, y: HORIZON - 3, height, lean, size: 21, fronds: 11, seed: x, colour: '#1c1134' }, 0)
  }
}

interface Car {
  at: number
  kind: 'car' | 'suv' | 'truck'
}

const RIGHTBOUND: Car[] = [
  { at: 0.02, kind: 'car' },
  { at: 0.2, kind: 'suv' },
  { at: 0.31, kind: 'car' },
  { at: 0.58, kind: 'truck' },
  { at: 0.74, kind: 'car' },
]
const LEFTBOUND: Car[] = [
  { at: 0.1, kind: 'suv' },
  { at: 0.27, kind: 'car' },
  { at: 0.45, kind: 'car' },
  { at: 0.63, kind: 'car' },
  { at: 0.9, kind: 'suv' },
]
const RIGHTWARD_STRIDE = 660
const LEFTWARD_STRIDE = 590
const BODY = { car: [23, 7], suv: [25, 10], truck: [40, 13] } as const

/** Every vehicle on the bridge at this moment. A lane moves by one stride in a loop, so the pattern repeats. */
function listTraffic(turn: number) {
  const lanes = [
    { cars: LEFTBOUND, stride: LEFTWARD_STRIDE, way: -1, lift: -1 },
    { cars: RIGHTBOUND, stride: RIGHTWARD_STRIDE, way: 1, lift: 1.5 },
  ]
  return lanes.flatMap(({ cars, stride, way, lift }) =>
    [-1, 0, 1, 2].flatMap((lap) =>
      cars.map(({ at, kind }) => {
        const x = (lap + at) * stride + way * turn * stride
        return { x, y: deckAt(x) + lift, way, kind }
      }),
    ),
  )
}

/** The patrol car crosses the whole bridge once in each loop. */
const patrolAt = (turn: number) => mix(-160, BRIDGE_END + 70, wrap(turn + 0.52, 1))

const slopeAt = (x: number) => Math.atan2(deckAt(x + 6) - deckAt(x - 6), 12)

function drawBody(pen: Pen, x: number, y: number, way: number, kind: Car['kind'], colour = '#05071a') {
  if (x < -60 || x > LAST_SEEN) return
  const [length, height] = BODY[kind]
  pen.save()
  pen.translate(x, y)
  pen.rotate(slopeAt(x))
  pen.scale(way, 1)
  pen.fillStyle = colour
  if (kind === 'truck') {
    polygon(pen, [
      [-length / 2, -2],
      [-length / 2, -height],
      [length / 2 - 9, -height],
      [length / 2 - 9, -2],
    ])
    polygon(pen, [
      [length / 2 - 8, -2],
      [length / 2 - 8, -10],
      [length / 2 - 3, -10],
      [length / 2, -5],
      [length / 2, -2],
    ])
  } else {
    polygon(pen, [
      [-length / 2, -2],
      [-length / 2, -height * 0.56],
      [-length * 0.3, -height * 0.62],
      [-length * 0.2, -height],
      [length * 0.16, -height],
      [length * 0.3, -height * 0.6],
      [length / 2, -height * 0.5],
      [length / 2, -2],
    ])
  }
  for (const wheel of [-length * 0.3, length * 0.3]) {
    pen.beginPath()
    pen.arc(wheel, -1.7, 2, 0, FULL_TURN)
    pen.fill()
  }
  pen.restore()
}

export function drawTraffic(pen: Pen, turn: number) {
  for (const { x, y, way, kind } of listTraffic(turn)) {
    drawBody(pen, x, y, way, kind)
  }
  const x = patrolAt(turn)
  drawBody(pen, x, deckAt(x) + 1.5, 1, 'suv')
}

/** The street lamps, the head and tail lights, and the light bar of the patrol car. */
export function drawBridgeLights(pen: Pen, turn: number) {
  for (let x = 60; x < BRIDGE_END - 30; x += 62) {
    if (PYLONS.some((pylon) => Math.abs(pylon - x) < 20)) continue
    const deck = deckAt(x)
    lamp(pen, x + 9, deck - 28, 3.4, '#ffb05a', 1)
    // the light of each lamp on the road
    const pool = pen.createRadialGradient(x + 9, deck, 0, x + 9, deck, 22)
    pool.addColorStop(0, 'rgb(255 176 96 / 0.16)')
    pool.addColorStop(1, 'rgb(255 176 96 / 0)')
    pen.fillStyle = pool
    pen.fillRect(x - 14, deck - 5, 46, 9)
  }
  for (const x of PYLONS) {
    const beat = clamp(Math.sin(FULL_TURN * (3 * turn + x / 400)) * 1.5)
    lamp(pen, x, deckAt(x) - 151, 4.5, '#ff2020', 0.25 + 0.75 * beat)
    for (let step = 1; step < 7; step += 1) lamp(pen, x, deckAt(x) - 20 * step, 1.6, '#ffcf9a', 0.32)
  }
  // draw the far lane first; a vehicle in the near lane covers the lights behind it
  for (const { x, y, way, kind } of listTraffic(turn)) {
    if (way === 1) drawBody(pen, x, y, way, kind, '#000')
    drawCarLights(pen, x, y, way, kind)
  }
  const x = patrolAt(turn)
  if (x > BRIDGE_END - 8) return
  drawCarLights(pen, x, deckAt(x) + 1.5, 1, 'suv')
  flash(pen, x, deckAt(x) - 10, 1.8, turn, 0.1)
}

function drawCarLights(pen: Pen, x: number, y: number, way: number, kind: Car['kind']) {
  const seen = clamp((BRIDGE_END - 8 - x) / 40)
  if (x < -90 || seen === 0) return
  const [length] = BODY[kind]
  const front = x + (way * length) / 2
  pen.save()
  pen.globalCompositeOperation = 'lighter'
  const reach = 46 * way
  const beam = pen.createLinearGradient(front, 0, front + reach, 0)
  beam.addColorStop(0, `rgb(255 236 196 / ${0.15 * seen})`)
  beam.addColorStop(1, 'rgb(255 236 196 / 0)')
  pen.fillStyle = beam
  polygon(pen, [
    [front, y - 4.6],
    [front + reach, deckAt(front + reach) - 9],
    [front + reach, deckAt(front + reach) + 2],
    [front, y - 3],
  ])
  lamp(pen, front, y - 4, 3.6, '#ffe2b8', 0.9 * seen)
  lamp(pen, x - (way * length) / 2, y - 4.4, 3.4, '#ff1224', seen)
  pen.restore()
}

interface Palm {
  x: number
  y: number
  height: number
  lean: number
  size: number
  fronds: number
  seed: number
  colour: string | CanvasGradient
}

/** A coconut palm: a bent trunk, and fronds of single leaflets that hang down by their weight and move in the wind. */
function drawPalm(pen: Pen, palm: Palm, turn: number) {
  const { x, y, height, lean, size, fronds, seed } = palm
  const dice = newDice(seed)
  const wind = Math.sin(FULL_TURN * (turn + seed / 7)) * 0.6 + Math.sin(FULL_TURN * (2 * turn + seed / 3)) * 0.4
  const crownX = x + lean + wind * size * 0.035
  const crownY = y - height
  const bow = { x: x + lean * 0.12, y: y - height * 0.58 }
  pen.fillStyle = palm.colour

  pen.beginPath()
  const steps = 44
  const side =
    (way: number) =>
    (step: number): [number, number] => {
      const s = step / steps
      const px = (1 - s) ** 2 * x + 2 * s * (1 - s) * bow.x + s * s * crownX
      const py = (1 - s) ** 2 * y + 2 * s * (1 - s) * bow.y + s * s * crownY
      const swell = 1.5 * Math.exp(-s * 16) + Math.exp(-(((s - 1) / 0.06) ** 2)) * 0.35
      const ring = step % 2 === 0 ? 0.06 : 0
      return [px + way * size * 0.042 * (1.15 - 0.5 * s + swell + ring), py]
    }
  for (let step = 0; step <= steps; step += 1) pen.lineTo(...side(-1)(step))
  for (let step = steps; step >= 0; step -= 1) pen.lineTo(...side(1)(step))
  pen.fill()

  for (let index = 0; index < fronds; index += 1) {
    const spread = (index + 0.5) / fronds
    const angle = Math.PI * (1.2 - 1.4 * spread) + (dice() - 0.5) * 0.24
    const length = size * (0.84 + dice() * 0.34)
    const phase = dice()
    const gust = Math.sin(FULL_TURN * (2 * turn + phase)) * 0.05 + Math.sin(FULL_TURN * (3 * turn + phase * 2.3)) * 0.02
    drawFrond(pen, crownX, crownY, angle + gust + wind * 0.05, length, 0.34 + dice() * 0.3, dice() * 10, turn)
  }
  // dead fronds that hang along the trunk, and the coconuts
  for (const hang of [-0.62, -0.36, 0.34, 0.58]) {
    drawFrond(
      pen,
      crownX,
      crownY + size * 0.02,
      -Math.PI / 2 + hang * 1.5 + wind * 0.03,
      size * 0.5,
      0.25,
      hang * 9,
      turn,
    )
  }
  for (const nut of [-0.07, 0.0, 0.065]) {
    pen.beginPath()
    pen.arc(crownX + nut * size, crownY + size * 0.075, size * 0.038, 0, FULL_TURN)
    pen.fill()
  }
}

function drawFrond(
  pen: Pen,
  x: number,
  y: number,
  angle: number,
  length: number,
  droop: number,
  phase: number,
  turn: number,
) {
  const flutter = Math.sin(FULL_TURN * (4 * turn + phase)) * 0.05
  const at = (s: number): [number, number] => [
    x + Math.cos(angle) * length * (s - 0.1 * s * s),
    y - Math.sin(angle) * length * s + length * droop * s * s * (1 + flutter * s),
  ]
  const leaflets = Math.max(16, Math.round(length / 3.4))
  pen.beginPath()
  for (let leaf = 1; leaf <= leaflets; leaf += 1) {
    const s = leaf / leaflets
    const [px, py] = at(s)
    const [qx, qy] = at(s - 0.02)
    const along = Math.atan2(py - qy, px - qx)
    const reach =
      length *
      0.27 *
      Math.sin(Math.PI * Math.min(0.96, 0.1 + 0.82 * s)) ** 0.75 *
      (0.85 + 0.3 * Math.abs(Math.sin(leaf * 2.7 + phase)))
    const open = mix(1.0, 0.34, s)
    const wobble = Math.sin(FULL_TURN * (5 * turn + phase + s * 2.4)) * 0.05 * s
    for (const way of [-1, 1]) {
      const direction = along + way * open + wobble
      const tipX = px + Math.cos(direction) * reach
      const tipY = py + Math.sin(direction) * reach * 0.9 + reach * 0.34
      const thick = Math.max(0.5, length * 0.0068)
      pen.moveTo(px - Math.cos(along) * thick, py - Math.sin(along) * thick)
      pen.quadraticCurveTo(mix(px, tipX, 0.55), mix(py, tipY, 0.38), tipX, tipY)
      pen.quadraticCurveTo(
        mix(px, tipX, 0.5),
        mix(py, tipY, 0.56),
        px + Math.cos(along) * thick,
        py + Math.sin(along) * thick,
      )
    }
  }
  pen.fill()
  pen.beginPath()
  const rib = (s: number) => length * 0.016 * (1 - s * 0.9)
  for (let s = 0; s <= 1; s += 0.1) pen.lineTo(at(s)[0], at(s)[1] - rib(s))
  for (let s = 1; s >= 0; s -= 0.1) pen.lineTo(at(s)[0], at(s)[1] + rib(s))
  pen.fill()
}

/** The near shore: a dune, sea oats, and the palms that frame the view on the right. */
export function drawShore(pen: Pen, turn: number) {
  const shade = pen.createRadialGradient(SUN.x, SUN.y, 40, SUN.x, SUN.y, 360)
  shade.addColorStop(0, '#4b1c33')
  shade.addColorStop(0.4, '#211030')
  shade.addColorStop(1, NIGHT)

  drawPalm(pen, { x: 1452, y: 850, height: 272, lean: 40, size: 112, fronds: 14, seed: 12, colour: shade }, turn)
  drawPalm(pen, { x: 1604, y: 860, height: 352, lean: -22, size: 150, fronds: 15, seed: 31, colour: shade }, turn)
  drawPalm(pen, { x: 1548, y: 860, height: 548, lean: -46, size: 186, fronds: 16, seed: 5, colour: shade }, turn)

  const dune = pen.createLinearGradient(0, 800, 0, 900)
  dune.addColorStop(0, '#150b22')
  dune.addColorStop(0.5, NIGHT)
  pen.fillStyle = dune
  const crest = (x: number) => {
    const rise = clamp((x - 900) / 700)
    return 904 - 82 * rise ** 1.5 + 3 * Math.sin(x / 47) + 1.6 * Math.sin(x / 17)
  }
  pen.beginPath()
  pen.moveTo(880, HEIGHT)
  for (let x = 880; x <= WIDTH; x += 5) pen.lineTo(x, crest(x))
  pen.lineTo(WIDTH, HEIGHT)
  pen.fill()

  const dice = newDice(3)
  pen.fillStyle = shade
  for (let blade = 0; blade < 900; blade += 1) {
    const x = mix(985, WIDTH + 10, dice() ** 0.72)
    const tall = mix(7, 38, dice() ** 2.2) * mix(0.5, 1.25, clamp((x - 950) / 650))
    const bend = (dice() - 0.42) * tall * 0.8 + Math.sin(FULL_TURN * (2 * turn + x / 260 + dice() * 0.2)) * tall * 0.1
    const foot = crest(x) + 3
    const thick = 0.45 + tall * 0.012
    pen.beginPath()
    pen.moveTo(x - thick, foot)
    pen.quadraticCurveTo(x, foot - tall * 0.6, x + bend, foot - tall)
    pen.quadraticCurveTo(x + thick, foot - tall * 0.55, x + thick, foot)
    pen.fill()
    // an ear of sea oats on the tall ones
    if (tall < 30) continue
    for (let grain = 0; grain < 6; grain += 1) {
      pen.beginPath()
      pen.ellipse(
        x + bend * (1 - grain * 0.05) + (grain % 2 ? 1.1 : -0.6),
        foot - tall * (1 - grain * 0.055),
        0.7,
        2,
        0.35,
        0,
        FULL_TURN,
      )
      pen.fill()
    }
  }
}
