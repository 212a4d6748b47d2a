import { drawing, gradient, lettering, polar, rays, round, TARPON, TARPON_BELLY } from './shapes.ts'
import { writeDrawings } from './write-drawings.ts'

/*
 * Draws the small moving pictures that the assistant may answer with: `npx tsx tools/media/chat-pictures.ts [OUT]`. CSS
 * alone moves them. For people who prefer reduced motion they stand still, and the still picture says the same. Some
 * browsers do not pass this preference on to a picture, so the address can ask for the still one: hello.svg#still.
 */
const INK = '#0a0d1d'
const LINE = `stroke="${INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"`

/** A card of 240 by 160. `motion` is its stylesheet. Rotations use a `transform-origin` in the units of the card. */
function card(title: string, motion: string, sky: Record<number, string>, body: string) {
  const style = `<style>${motion}@media(prefers-reduced-motion:reduce){*{animation:none!important}}:target *{animation:none!important}</style>`
  const defs = `${gradient('sky', sky)}<clipPath id="card"><rect width="240" height="160" rx="14"/></clipPath>`
  return drawing(
    '240 160',
    title,
    defs,
    `${style}<g id="still" clip-path="url(#card)"><path d="M0 0h240v160H0z" fill="url(#sky)"/>\n${body}\n</g>`,
  )
}

const DUSK = { 0: '#141a45', 45: '#5a2a70', 78: '#e0616a', 100: '#ffa45f' }
const NIGHT = { 0: '#0b1030', 60: '#1b2258', 100: '#3a2a6c' }

const twinkle = (places: string) =>
  `<path d="${places}" stroke="#f6f2ea" stroke-width="2" stroke-linecap="round" opacity=".75"/>`

const sea = (y: number, colour: string) =>
  `<path class="sea" d="M-24 ${y}${'q6-4 12 0t12 0'.repeat(12)}v80H-24z" fill="${colour}"/>`
const SEA_MOTION = '.sea{animation:sea 3s linear infinite}@keyframes sea{to{transform:translateX(24px)}}'

function hello() {
  const frond = (turn: number, length: number, colour: string) =>
    `<g transform="rotate(${turn})"><path d="M0 0C${length * 0.3}-${length * 0.2} ${length * 0.7}-${length * 0.22} ${length} ${length * 0.12}L${length * 0.86} ${length * 0.09} ${length * 0.84} ${length * 0.24} ${length * 0.7} ${length * 0.1} ${length * 0.66} ${length * 0.26} ${length * 0.52} ${length * 0.1} ${length * 0.46} ${length * 0.26} ${length * 0.34} ${length * 0.1} ${length * 0.27} ${length * 0.22}Z" fill="${colour}" ${LINE}/><path d="M6-1C${round(length * 0.32)}-${round(length * 0.12)} ${round(length * 0.64)}-${round(length * 0.12)} ${round(length * 0.86)} ${round(length * 0.03)}" fill="none" stroke="#b6f5cf" stroke-opacity=".55" stroke-width="1.6" stroke-linecap="round"/></g>`
  const motion = `${SEA_MOTION}.tree{transform-origin:92px 150px;animation:lean 2.4s ease-in-out infinite alternate}@keyframes lean{from{transform:rotate(-2.5deg)}to{transform:rotate(2.5deg)}}.arm{animation:wave .6s ease-in-out infinite alternate}@keyframes wave{from{transform:rotate(-20deg)}to{transform:rotate(24deg)}}.sign{transform-origin:178px 78px;animation:pop 2.4s ease-in-out infinite alternate}@keyframes pop{from{transform:scale(.97) rotate(-1.5deg)}to{transform:scale(1.04) rotate(1.5deg)}}`
  const body = `<circle cx="88" cy="112" r="50" fill="#ffd98a"/><path d="${rays(88, 112, 28, 56, 190)}" fill="#ffd98a" opacity=".12"/>
${sea(118, '#2c7f97')}
<path d="M30 160c14-18 36-26 62-26s52 8 70 26z" fill="#f0cf9b"/><path d="M52 152c10-6 20-9 32-10" fill="none" stroke="#c79f67" stroke-width="3" stroke-linecap="round"/>
<g class="tree"><path d="M82 146C84 116 84 92 92 68L103 71C97 94 98 120 103 146Z" fill="#8a5a3c" ${LINE}/><path d="M84 130c5 3 11 3 16 0M85 114c5 3 9 3 13 0M86 99c4 3 8 3 12 0" fill="none" stroke="#5e3a28" stroke-width="2.6" stroke-linecap="round"/>
<g transform="translate(98 66)">${frond(160, 62, '#1f8a5f')}${frond(205, 58, '#27a26f')}${frond(245, 52, '#1f8a5f')}${frond(22, 60, '#1f8a5f')}${frond(-75, 46, '#1f8a5f')}<g class="arm">${frond(-40, 68, '#35bf83')}</g><circle cx="-7" cy="7" r="7" fill="#7a4a2c" ${LINE}/><circle cx="7" cy="8" r="7" fill="#8d5935" ${LINE}/></g>
<path d="M88 92c1.5-3 5-3 6.5 0M96.5 92.5c1.5-3 4.5-3 6 0" fill="none" ${LINE}/><path d="M91.5 97.5c1.5 5.5 7 5.5 8.5.3z" fill="#ff7f61" ${LINE}/></g>
<g class="sign"><path d="M140 60h76a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8h-58l-16 11 4-11h-6a8 8 0 0 1-8-8V68a8 8 0 0 1 8-8z" fill="#f6f2ea" ${LINE}/>${lettering('HELLO', 178, 71.5, 15, '#111832', 1.35)}</g>`
  return card('A palm waves hello', motion, DUSK, body)
}

function thumbsUp() {
  const motion = `${SEA_MOTION}.fish{transform-origin:100px 150px;animation:bob 1.6s ease-in-out infinite alternate}@keyframes bob{from{transform:translateY(5px) rotate(-2deg)}to{transform:translateY(-3px) rotate(2deg)}}.thumb{transform-origin:160px 120px;animation:up 1.6s cubic-bezier(.3,1.6,.6,1) infinite}@keyframes up{0%,100%{transform:rotate(6deg) scale(.96)}35%,60%{transform:rotate(-8deg) scale(1.06)}}.lid{animation:wink 3.2s steps(1) infinite;opacity:0}@keyframes wink{0%,100%{opacity:0}44%{opacity:1}56%{opacity:0}}.drop{animation:drop 1.6s ease-out infinite}@keyframes drop{from{transform:translateY(0)}60%{opacity:1}to{transform:translateY(-14px);opacity:0}}`
  const scales = Array.from({ length: 15 }, (_, index) => {
    const [column, line] = [index % 5, Math.floor(index / 5)]
    return `M${round(-6 + column * 3.6 + line * 0.8)} ${round(-2.2 + line * 2)}q1.5 1 0 2`
  }).join('')
  const body = `<circle cx="100" cy="120" r="62" fill="#ffd98a"/><path d="${rays(100, 120, 30, 68, 220)}" fill="#ffd98a" opacity=".12"/>
${sea(116, '#1d5f86')}
<g class="fish"><g transform="translate(84 92) rotate(-52) scale(3.7)"><path d="${TARPON}" fill="#7fa6c9" stroke="${INK}" stroke-width=".9" stroke-linejoin="round"/><path d="M-12 1C-6-4.2 4-6.5 13.5-2C16 0 18.5 2 19.8 3.5C12 1.6-4 .6-12 1Z" fill="#4d78a6"/><path d="${TARPON_BELLY}" fill="#eaf4fb"/><path d="${scales}" fill="none" stroke="#eaf4fb" stroke-opacity=".6" stroke-width=".45" stroke-linecap="round"/><path d="M10.8-2.6C12.6-.3 12.6 2.7 11.2 4.7" fill="none" stroke="${INK}" stroke-width=".7" stroke-linecap="round"/><path d="M19.6 3.6C18 4 16.6 3.9 15.4 3.4" fill="none" stroke="${INK}" stroke-width=".7" stroke-linecap="round"/><circle cx="14.6" cy=".6" r="1.9" fill="#fff" stroke="${INK}" stroke-width=".6"/><circle cx="15.1" cy=".5" r=".95" fill="${INK}"/><circle cx="15.4" cy=".1" r=".3" fill="#fff"/><g class="lid"><circle cx="14.6" cy=".6" r="2.1" fill="#4d78a6"/><path d="M12.7.8q1.9 1.3 3.8 0" fill="none" stroke="${INK}" stroke-width=".7" stroke-linecap="round"/></g></g></g>
<g class="thumb"><path d="M120 118c8-6 16-9 24-9l6 28c-12 4-22 2-30-6z" fill="#4d78a6" ${LINE}/><path d="M148 104l12-8c6-8 8-16 8-25 0-7 14-8 16 4 1 8-1 15-4 21h20c9 0 10 11 3 12.5 6 1.5 6 10.5-1 11.5 5 2 4 10-2 10.5 3 2.5 2 8.5-5 8.5h-26c-8 0-12-3-20-4z" fill="#8fb8d8" ${LINE}/><path d="M201 108.5h-12M202 120h-13M200 130.5h-11" fill="none" ${LINE}/></g>
<path class="sea" d="M-24 133${'q6-4 12 0t12 0'.repeat(12)}v40H-24z" fill="#12406b"/>
<g class="drop" stroke="#d9fff8" stroke-width="4" stroke-linecap="round"><path d="M36 112h.01M24 122h.01M138 108h.01M46 128h.01"/></g>`
  return card('A tarpon gives a thumbs-up', motion, DUSK, body)
}

function slowDown() {
  const motion =
    '.words{animation:words 1.6s steps(1) infinite}@keyframes words{0%,100%{opacity:1}72%{opacity:.12}}.one,.two{animation:lamp .8s steps(1) infinite}.two{animation-delay:-.4s}@keyframes lamp{0%{opacity:1}50%{opacity:.15}}.car{animation:car 3.2s cubic-bezier(.1,.7,.3,1) infinite}@keyframes car{from{transform:translateX(-150px)}75%{transform:none}to{transform:translateX(190px)}}.dash{animation:none}'
  const dots = `<pattern id="dots" width="3" height="3" patternUnits="userSpaceOnUse"><path d="M1.5 1.5h.01" stroke="#ffb961" stroke-opacity=".16" stroke-width="1.6" stroke-linecap="round"/></pattern>`
  const lamp = (x: number, name: string) =>
    `<circle cx="${x}" cy="21" r="9" fill="#5a3410" ${LINE}/><g class="${name}"><circle cx="${x}" cy="21" r="20" fill="#ffb961" opacity=".25"/><circle cx="${x}" cy="21" r="7.5" fill="#ffd166"/><circle cx="${x - 2}" cy="19" r="2" fill="#fff"/></g>`
  const body = `<defs>${dots}</defs>${twinkle('M14 20h.01M30 52h.01M222 34h.01M208 70h.01M16 84h.01M228 92h.01')}
<path d="M0 128h240v32H0z" fill="#151a33"/><path d="M0 128h240" stroke="#2c3560" stroke-width="3"/><path d="M-6 146h22M34 146h22M74 146h22M114 146h22M154 146h22M194 146h22" stroke="#ffd98a" stroke-width="3"/>
<path d="M112 100h16v26h-16z" fill="#3b4468" ${LINE}/><path d="M78 126h84l8 6H70z" fill="#ff9d3c" ${LINE}/>
<path d="M40 30h160a6 6 0 0 1 6 6v60a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6z" fill="#ff9d3c" ${LINE}/><path d="M42 38h156v56H42z" fill="#0d0f1c"/><path d="M42 38h156v56H42z" fill="url(#dots)"/>
<g class="words">${lettering('SLOW', 120, 43.5, 20, '#ffc25c', 1.15)}${lettering('DOWN', 120, 69, 20, '#ffc25c', 1.15)}</g>
${lamp(52, 'one')}${lamp(188, 'two')}
<g class="car"><path d="M126 149 190 142v16z" fill="#fff3cf" opacity=".35"/><path d="M62 152c0-8 3-10 10-11l9-9c2-2 4-3 7-3h16c4 0 6 1 8 4l6 8c7 1 10 3 10 11z" fill="#5ed8cc" ${LINE}/><path d="M80 141l6-6c1-1 2-1 3-1h6v7zM99 134h5c2 0 3 .5 4 2l4 5H99z" fill="#0f2f4c"/><circle cx="77" cy="152" r="6" fill="#111832" ${LINE}/><circle cx="114" cy="152" r="6" fill="#111832" ${LINE}/><path d="M125 145h.01" stroke="#fff3cf" stroke-width="5" stroke-linecap="round"/><path d="M65 146h.01" stroke="#ff5d6e" stroke-width="4.5" stroke-linecap="round"/></g>`
  return card('A road sign says slow down', motion, NIGHT, body)
}

function confetti() {
  const colours = ['#ff7f61', '#ffb961', '#5ed8cc', '#b59aff', '#f6f2ea', '#ff8fd0', '#64d79b']
  const pieces = Array.from({ length: 44 }, (_, index) => {
    // spread by the golden angle, so that the pieces do not clump and no random numbers are needed
    const [dx, dy] = polar(0, 0, 24 + 118 * Math.sqrt(index / 44), -24 + ((index * 137.508) % 116))
    const [x, y] = [round(66 + dx), round(112 + dy)]
    const colour = colours[index % colours.length]
    const delay = round(-((index * 0.618) % 1) * 2.4)
    const shape =
      index % 3 === 0
        ? `<circle r="3.4" fill="${colour}"/>`
        : index % 3 === 1
          ? `<path d="M-5-2.5h10v5h-10z" fill="${colour}"/>`
          : `<path d="M-6 0q3-5 6 0t6 0" fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="round"/>`
    return `<g transform="translate(${x} ${y}) rotate(${(index * 47) % 180})"><g class="bit" style="--x:${round(-dx * 0.8)}px;--y:${round(-dy * 0.8)}px;animation-delay:${delay}s">${shape}</g></g>`
  }).join('')
  // each piece moves in its own rotated frame, so it flies along its rotation, which looks nearly like flying out of
  // the cone
  const motion = `.bit{animation:fly 2.4s cubic-bezier(.1,.8,.4,1) infinite}@keyframes fly{from{transform:scale(.2) rotate(0);opacity:0}18%{opacity:1}70%{opacity:1}to{transform:scale(1) rotate(300deg) translateY(6px);opacity:0}}.cone{transform-origin:44px 132px;animation:kick .6s ease-out infinite alternate}@keyframes kick{from{transform:rotate(-3deg)}to{transform:rotate(4deg) scale(1.03)}}`
  const body = `<path d="${rays(58, 118, 18, 26, 260, -36, 100)}" fill="#ffd98a" opacity=".14"/>
${pieces}
<g class="cone"><path d="M22 148 42 92C54 94 74 114 76 126Z" fill="#ffb961" ${LINE}/><path d="M36 109c10 4 22 16 26 25M29 128c5 3 11 8 14 12" fill="none" stroke="#e0616a" stroke-width="6"/><path d="M22 148 42 92C54 94 74 114 76 126Z" fill="none" ${LINE}/><ellipse cx="59" cy="109" rx="23" ry="9" transform="rotate(45 59 109)" fill="#7a3a2c" ${LINE}/></g>`
  return card('Confetti', motion, { 0: '#1b1f52', 60: '#4a2a68', 100: '#8a3a67' }, body)
}

function coffee() {
  const motion =
    '.steam{animation:rise 2.8s ease-in-out infinite}.late{animation-delay:-1.4s}.mid{animation-delay:-.7s}@keyframes rise{0%{transform:translateY(8px);opacity:0}40%{opacity:.9}100%{transform:translateY(-10px);opacity:0}}.sun{transform-origin:120px 118px;animation:glow 4s ease-in-out infinite alternate}@keyframes glow{from{transform:scale(.96)}to{transform:scale(1.04)}}'
  const steam = (x: number, name: string) =>
    `<path class="steam ${name}" d="M${x} 62c-7-8 7-14 0-23s5-12 1-18" fill="none" stroke="#fff6ea" stroke-width="5" stroke-linecap="round" opacity=".8"/>`
  const body = `<g class="sun"><path d="${rays(120, 118, 24, 66, 230)}" fill="#ffe6a8" opacity=".2"/><circle cx="120" cy="118" r="60" fill="#ffe0a0"/></g>
<path d="M0 118h240v42H0z" fill="#2b4f7c"/><path d="M16 125h40M176 126h46M30 132h18" stroke="#ffd9a0" stroke-width="3" stroke-linecap="round" opacity=".8"/>
<path d="M0 136h240v24H0z" fill="#6a3f2c"/><path d="M0 136h240" stroke="#8f5a3c" stroke-width="4"/><path d="M0 149h240" stroke="#52301f" stroke-width="2"/>
${steam(98, '')}${steam(116, 'late')}${steam(134, 'mid')}
<ellipse cx="117" cy="143" rx="58" ry="8" fill="#3a2015" opacity=".6"/>
<path d="M151 84h10c16 0 22 10 20 22s-12 20-28 20" fill="none" stroke="${INK}" stroke-width="15"/><path d="M151 84h10c16 0 22 10 20 22s-12 20-28 20" fill="none" stroke="#e8efff" stroke-width="9"/>
<path d="M77 72h80l-5 60c-1 8-6 12-14 12H96c-8 0-13-4-14-12z" fill="#f6f8ff" ${LINE}/><path d="M140 74h14l-5 58c-1 7-5 10-11 10h-8c8-8 10-40 10-68z" fill="#b9c4de"/>
<ellipse cx="117" cy="72" rx="40" ry="8.5" fill="#e8efff" ${LINE}/><ellipse cx="117" cy="73.5" rx="33" ry="5.5" fill="#5b3220"/><path d="M92 73c8-3 18-4 28-3.6" fill="none" stroke="#a8683c" stroke-width="2.4" stroke-linecap="round"/>
${lettering('HCRP', 112, 100, 14, '#111832', 1.35)}<path d="M92 122q5-4 10 0t10 0 10 0 10 0" fill="none" stroke="#1fa79c" stroke-width="3.6" stroke-linecap="round"/>`
  return card(
    'A mug of coffee at sunrise',
    motion,
    { 0: '#3a4a8c', 45: '#c26a7c', 75: '#ffab78', 100: '#ffd9a0' },
    body,
  )
}

function sleepyGator() {
  const motion = `${SEA_MOTION}.gator{transform-origin:140px 120px;animation:breathe 3.6s ease-in-out infinite alternate}@keyframes breathe{from{transform:translateY(2px) scale(1,.985)}to{transform:translateY(-2px) scale(1.005,1.02)}}.z{animation:z 3.6s ease-in infinite}.z2{animation-delay:-1.2s}.z3{animation-delay:-2.4s}@keyframes z{0%{transform:translate(-6px,10px);opacity:0}25%{opacity:1}75%{opacity:1}100%{transform:translate(8px,-12px);opacity:0}}`
  const scutes = Array.from({ length: 9 }, (_, index) => {
    const x = 138 + index * 10.5
    const y = round(83 + 0.0036 * (x - 150) ** 2)
    return `M${x} ${y + 3}l4-${9 - Math.abs(index - 3)} 6 ${9 - Math.abs(index - 3) + 1}z`
  }).join('')
  const body = `${twinkle('M20 22h.01M60 14h.01M214 60h.01M226 20h.01M150 18h.01M24 66h.01M180 44h.01M104 30h.01')}
<path d="M201 20A20 20 0 1 0 210 49A17 17 0 0 1 201 20Z" fill="#fff0c4"/>
<path d="M8 118v-44M14 118V64M20 118V80" stroke="#0c1f2c" stroke-width="3" stroke-linecap="round"/><path d="M14 58v14M8 70v10" stroke="#4a2c20" stroke-width="6" stroke-linecap="round"/>
<g class="gator"><path d="${scutes}" fill="#2f7a54" ${LINE}/><path d="M26 108C23 98 29 90 38 91C44 86 52 88 55 94L96 92C100 79 116 76 122 88C134 83 150 82 164 84C190 87 214 98 240 122V134H34C26 130 22 118 26 108Z" fill="#3f9a66" ${LINE}/><path d="M28 116C50 120 86 118 120 112C150 118 200 120 236 126V136H34C30 132 27 124 28 116Z" fill="#bfe39a" opacity=".9"/><path d="M27 112C52 116 86 114 112 107C116 106 119 103 120 100" fill="none" ${LINE}/><path d="M44 114l4 7 4-6.5zM62 114.5l4 7 4-7zM80 113l4 6.5 4-7.5z" fill="#fff" stroke="${INK}" stroke-width="1.6" stroke-linejoin="round"/><path d="M38 97.5c2-2 5-2 6 0" fill="none" ${LINE}/><path d="M102 90.5c3 4 9 4 12-.5" fill="none" ${LINE}/><path d="M101 88c3-6 11-7 15-1" fill="none" stroke="#2f7a54" stroke-width="3" stroke-linecap="round"/><circle cx="121" cy="103" r="5" fill="#ff9f86" opacity=".6"/>
<path d="M98 82C99 64 116 52 140 58C152 61 158 70 157 80C150 74 142 72 135 74C130 75 126 79 124 84C116 77 106 77 98 82Z" fill="#5b6bd6" ${LINE}/><path d="M107 66l18 10M118 58l20 14" stroke="#9aa8ff" stroke-width="4"/><path d="M95 84C103 77 117 77 126 86" fill="none" stroke="${INK}" stroke-width="11" stroke-linecap="round"/><path d="M95 84C103 77 117 77 126 86" fill="none" stroke="#f6f2ea" stroke-width="6" stroke-linecap="round"/><circle cx="158" cy="84" r="7" fill="#f6f2ea" ${LINE}/></g>
<path class="sea" d="M-24 126${'q6-4 12 0t12 0'.repeat(12)}v60H-24z" fill="#143a66"/><path class="sea" d="M-30 140${'q6-3 12 0t12 0'.repeat(12)}v40H-30z" fill="#0d2a50"/>
<path d="M60 136h22M150 134h30M96 150h26M196 148h20" stroke="#ffe9b0" stroke-opacity=".5" stroke-width="2.6" stroke-linecap="round"/>
<g class="z">${lettering('Z', 62, 62, 12, '#f6f2ea', 1.4)}</g><g class="z z2">${lettering('Z', 78, 42, 16, '#f6f2ea', 1.4)}</g><g class="z z3">${lettering('Z', 98, 14, 21, '#f6f2ea', 1.4)}</g>`
  return card('A sleepy gator', motion, NIGHT, body)
}

writeDrawings('chat', 60_000, {
  hello: hello(),
  'thumbs-up': thumbsUp(),
  'slow-down': slowDown(),
  confetti: confetti(),
  coffee: coffee(),
  'sleepy-gator': sleepyGator(),
})
