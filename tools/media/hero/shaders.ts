/* The shaders that light the hero scene. All movements are whole cycles of `turn`. */

const HEAD = `#version 300 es
precision highp float;
precision highp int;
out vec4 colour;
uniform float turn;
const vec2 SIZE = vec2(1600., 900.);
const float HORIZON = 652.;
const vec2 SUN = vec2(1396., 622.);
const float TAU = 6.28318530718;

vec3 hex(int rgb) { return vec3(float((rgb >> 16) & 255), float((rgb >> 8) & 255), float(rgb & 255)) / 255.; }

uint scramble(uint n) {
  n = n * 747796405u + 2891336453u;
  n = ((n >> ((n >> 28u) + 4u)) ^ n) * 277803737u;
  return (n >> 22u) ^ n;
}
float hash(ivec2 cell, uint salt) {
  return float(scramble(uint(cell.x) + scramble(uint(cell.y) + scramble(salt)))) / 4294967295.;
}
float noise(vec2 p, uint salt) {
  vec2 cell = floor(p);
  vec2 f = p - cell;
  f = f * f * f * (f * (f * 6. - 15.) + 10.);
  ivec2 i = ivec2(cell);
  return mix(
    mix(hash(i, salt), hash(i + ivec2(1, 0), salt), f.x),
    mix(hash(i + ivec2(0, 1), salt), hash(i + ivec2(1, 1), salt), f.x), f.y);
}
float fbm(vec2 p, uint salt, int octaves) {
  float sum = 0., weight = .5;
  for (int i = 0; i < octaves; i++) {
    sum += weight * noise(p, salt + uint(i));
    p = mat2(1.62, 1.18, -1.18, 1.62) * p + 17.3;
    weight *= .5;
  }
  return sum;
}
vec2 pixel() { return vec2(gl_FragCoord.x, SIZE.y - gl_FragCoord.y); }
vec4 layer(sampler2D image, vec2 p) { return texture(image, p / SIZE); }
`

export const VERTEX = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4. - 1., 0., 1.); }
`

/** The thickness of the clouds. They are soft enough to be computed at half the size. */
export const CLOUDS = `${HEAD}
/* The cover at a place in the sky; two copies half a loop apart fade into each other, so that the drift never jumps. */
float cover(vec2 p) {
  float e = (HORIZON - p.y) / HORIZON;
  float far = 1. / (max(e, 0.) + .13);
  vec2 q = vec2((p.x - 1100.) * .00125 * far, far * 1.25);
  vec2 warp = vec2(fbm(q * vec2(1.2, 1.6) + 3.1, 5u, 3), fbm(q * 1.4 + 8.7, 9u, 3));
  float sum = 0.;
  for (int k = 0; k < 2; k++) {
    float phase = fract(turn + float(k) * .5);
    vec2 drift = vec2(phase - .5, 0.) * .17;
    sum += (1. - abs(2. * phase - 1.)) * fbm(q * vec2(1., 2.1) + warp * .9 + drift, 21u, 5);
  }
  float wanted = mix(.50, .66, smoothstep(.25, .85, e)) - .07 * smoothstep(.3, .0, e);
  return smoothstep(wanted - .03, wanted + .22, sum) ;
}

void main() {
  vec2 p = vec2(gl_FragCoord.x * 2., SIZE.y - gl_FragCoord.y * 2.);
  colour = vec4(p.y < HORIZON ? cover(p) : 0.);
}
`

/** Sky, stars, clouds and sun, behind the city and the bridge. */
export const SKY = `${HEAD}
uniform sampler2D city;
uniform sampler2D cityLights;
uniform sampler2D bridge;
uniform sampler2D bridgeLights;
uniform sampler2D clouds;

vec3 gradient(float y) {
  float v = clamp(y / HORIZON, 0., 1.);
  vec3 c = mix(hex(0x080c1e), hex(0x141a45), smoothstep(0., .42, v));
  c = mix(c, hex(0x3a2460), smoothstep(.36, .68, v));
  c = mix(c, hex(0x8a3a67), smoothstep(.62, .87, v));
  c = mix(c, hex(0xe0616a), smoothstep(.83, .97, v));
  return mix(c, hex(0xffa45f), smoothstep(.94, 1., v) * .8);
}

float star(vec2 p, float spacing, uint salt, float share) {
  ivec2 cell = ivec2(floor(p / spacing));
  if (hash(cell, salt) > share) return 0.;
  vec2 centre = (vec2(cell) + .15 + .7 * vec2(hash(cell, salt + 1u), hash(cell, salt + 2u))) * spacing;
  float size = .55 + .75 * pow(hash(cell, salt + 3u), 4.);
  float beat = floor(1. + 4. * hash(cell, salt + 4u));
  float twinkle = .72 + .28 * sin(TAU * (beat * turn + hash(cell, salt + 5u)));
  vec2 d = p - centre;
  return exp(-dot(d, d) / (2. * size * size)) * (.25 + .75 * hash(cell, salt + 6u)) * twinkle;
}

float cover(vec2 p) { return texture(clouds, vec2(p.x, SIZE.y - p.y) / SIZE).r; }

void main() {
  vec2 p = pixel();
  colour = vec4(0.);
  if (p.y > HORIZON) return;
  vec3 c = gradient(p.y);
  float night = 1. - smoothstep(180., 470., p.y);
  vec3 stars = (star(p, 23., 100u, .16) * .5 + star(p + 9., 61., 140u, .3) + star(p + 31., 170., 180u, .34) * 1.7) * night * hex(0xf1f0ff);

  float away = length((p - vec2(1390., 650.)) * vec2(1., 1.12));
  vec3 warm = mix(hex(0xffb961), hex(0xff7f61), smoothstep(0., 260., away));
  c = mix(c, warm, .62 * exp(-away / 150.) + .13 * exp(-away / 420.));

  // the disc: brighter than white at the top, so that it blooms
  float disc = smoothstep(113., 111.4, length(p - SUN));
  float down = clamp((p.y - SUN.y + 112.) / 224., 0., 1.);
  vec3 sun = mix(hex(0xffe3a6) * 1.08, hex(0xffa35c), smoothstep(.05, .5, down));
  sun = mix(sun, hex(0xff7659), smoothstep(.38, .66, down));
  c = mix(c, sun, disc);

  // clouds, lit from below by the sun
  float here = cover(p);
  vec2 toSun = normalize(SUN + vec2(0., 40.) - p);
  float ahead = cover(p + toSun * 13.);
  float near = exp(-length((p - SUN) * vec2(.8, 1.)) / 380.);
  float lit = clamp((here - ahead) * 2.6 + .22, 0., 1.);
  vec3 shadow = mix(hex(0x1d1a48), hex(0x63285f), smoothstep(.35, .95, p.y / HORIZON));
  shadow = mix(shadow, hex(0xa23f62), near * .55);
  vec3 bright = mix(hex(0x7a3f86), hex(0xff7f68), smoothstep(.08, .5, near));
  bright = mix(bright, hex(0xffc987) * 1.1, smoothstep(.4, .95, near));
  vec3 cloud = mix(shadow, bright, lit * smoothstep(-.05, .55, near + .12));
  float thick = here * mix(.5, .88, smoothstep(.1, .7, p.y / HORIZON)) * mix(1., .62, disc) * smoothstep(HORIZON + 4., HORIZON - 46., p.y);
  c = mix(c, cloud, thick);
  c += stars * (1. - here) ;

  vec4 town = layer(city, p);
  float haze = exp(-(HORIZON - p.y) / 44.) * .42;
  vec3 air = mix(hex(0x93426b), hex(0xff9a66), exp(-abs(p.x - SUN.x) / 230.));
  c = mix(c, mix(town.rgb / max(town.a, .001), air, haze), town.a);
  c += layer(cityLights, p).rgb * 1.5;
  vec4 span = layer(bridge, p);
  c = mix(c, span.rgb / max(span.a, .001), span.a);
  c += layer(bridgeLights, p).rgb * 1.75;
  colour = vec4(c, 1.);
}
`

/**
 * The bay: the reflection of the view above it, broken by waves, with the sun's path. The near shore is drawn over it.
 */
export const WATER = `${HEAD}
uniform sampler2D sky;
uniform sampler2D shore;

/* Waves that travel: direction, length, and whole cycles a loop. */
const int WAVES = 9;
const vec4 WAVE[WAVES] = vec4[](
  vec4(.18, 1.0, 3., .30), vec4(-.42, 1.3, 4., .26), vec4(.75, 1.9, 5., .22), vec4(-.95, 2.6, 6., .17),
  vec4(1.4, 3.1, 7., .14), vec4(-1.9, 4.3, 9., .11), vec4(2.9, 5.2, 10., .085), vec4(-3.6, 6.9, 12., .065), vec4(5.1, 8.3, 13., .05));

/* A cheaper noise for water, where nobody sees its seams. */
float rough(vec2 p, uint salt) {
  vec2 cell = floor(p);
  vec2 f = p - cell;
  f = f * f * (3. - 2. * f);
  uvec2 i = uvec2(ivec2(cell)) * uvec2(1597334673u, 3812015801u), j = i + uvec2(1597334673u, 3812015801u);
  uvec4 n = uvec4(i.x ^ i.y, j.x ^ i.y, i.x ^ j.y, j.x ^ j.y) + salt * 2654435769u;
  n = (n ^ (n >> 15u)) * 2246822519u;
  n = (n ^ (n >> 13u)) * 3266489917u;
  vec4 h = vec4(n >> 8u) / 16777215.;
  return mix(mix(h.x, h.y, f.x), mix(h.z, h.w, f.x), f.y);
}

/* Noise breaks the comb that plain sines would draw; worked out once for all the taps of a pixel. */
float jitter[WAVES];

vec2 slope(vec2 q) {
  vec2 sum = vec2(0.);
  for (int i = 0; i < WAVES; i++) {
    vec4 w = WAVE[i];
    sum += w.w * normalize(w.xy) * cos(dot(w.xy, q) * 2.1 + TAU * w.z * turn + jitter[i]);
  }
  return sum;
}

/* A field that shimmers in place: two fields traded against each other round a circle. */
float shimmer(vec2 q, float beats, uint salt) {
  float a = rough(q, salt) - .5, b = rough(q + 31.7, salt + 1u) - .5;
  float phase = TAU * (beats * turn + rough(q * .21, salt + 2u) * 3.);
  return (a * cos(phase) + b * sin(phase)) * 1.42 + .5;
}

void main() {
  vec2 p = pixel();
  vec3 c = texture(sky, gl_FragCoord.xy / SIZE).rgb;
  if (p.y > HORIZON) {
    float d = p.y - HORIZON;
    float near = d / (SIZE.y - HORIZON);
    float far = 1. / (near + .075);
    vec2 q = vec2((p.x - 1000.) * far * .021, far * 19.);
    for (int i = 0; i < WAVES; i++) jitter[i] = float(i) * 1.7 + 3.4 * rough(q * .33 + float(i) * 4.1, uint(60 + i));
    vec3 mirrored = vec3(0.);
    vec2 tilt = vec2(0.);
    for (int tap = 0; tap < 5; tap++) {
      vec2 s = slope(q + vec2(.13, .41) * (float(tap) - 2.));
      tilt += s / 5.;
      vec2 at = vec2(p.x + s.x * (2. + near * 34.), HORIZON - d * 1.02 - 2. - s.y * (5. + near * 105.) * smoothstep(0., .05, near) - near * 20.);
      at.y = clamp(at.y, 0., HORIZON - 1.5);
      mirrored += min(texture(sky, vec2(at.x, SIZE.y - at.y) / SIZE).rgb, vec3(1.15)) / 5.;
    }
    vec3 deep = mix(hex(0x41295c), hex(0x16244e), smoothstep(.0, .42, near));
    deep = mix(deep, hex(0x080c1f), smoothstep(.35, 1., near));
    float sheen = mix(.9, .40, smoothstep(0., .75, near)) * (1. - .28 * smoothstep(-.2, .55, tilt.y));
    c = mix(deep, mirrored, sheen);
    c += hex(0x2b6a86) * .10 * smoothstep(.1, .6, tilt.y) * smoothstep(.03, .3, near);

    // the sun's path: broad where the water is near, broken into sparks
    float off = abs(p.x - SUN.x + tilt.x * 40. * near);
    float path = exp(-pow(off / (70. + 95. * near), 2.)) + .28 * exp(-pow(off / (190. + 190. * near), 2.));
    if (path > .004) {
      float spark = shimmer(q * vec2(1.7, 1.15), 5., 300u) * .6 + shimmer(q * vec2(3.9, 2.6), 7., 340u) * .4;
      float ridge = spark + tilt.y * .34;
      float lit = smoothstep(.56, .86, ridge) * path;
      vec3 gold = mix(hex(0xffd79a), hex(0xff8f64), smoothstep(.0, .75, near));
      c += gold * lit * mix(.95, .5, smoothstep(0., .8, near));
    }
    c += hex(0xff7a5c) * path * .10 * (1. - near);

    // stray glints of the last daylight
    float glint = smoothstep(.80, .95, shimmer(q * vec2(1.5, 2.1), 4., 380u) * .72 + shimmer(q * vec2(4.1, 4.7), 6., 390u) * .36) * smoothstep(.04, .25, near);
    c += mix(hex(0x5ed8cc), hex(0xff9f86), smoothstep(700., 1250., p.x)) * glint * .26 * (1. - .5 * near);
    // mist along the far shore
    c = mix(c, mix(hex(0xa24c6c), hex(0xffab6c), exp(-abs(p.x - SUN.x) / 200.)), .5 * exp(-d / 5.));
  }
  vec4 front = layer(shore, p);
  c = c * (1. - front.a) + front.rgb;
  colour = vec4(c, 1.);
}
`

/** Keeps only the pixels that are bright enough to bloom. */
export const BRIGHT = `${HEAD}
uniform sampler2D image;
void main() {
  vec3 c = texelFetch(image, ivec2(gl_FragCoord.xy), 0).rgb;
  float most = max(c.r, max(c.g, c.b));
  colour = vec4(min(c, vec3(4.)) * smoothstep(.78, 1.25, most), 1.);
}
`

/** Shrinks the image by one step for the bloom. A filter with 13 taps would cost more and look the same here. */
export const SHRINK = `${HEAD}
uniform sampler2D image;
uniform vec2 size;
void main() {
  vec2 at = gl_FragCoord.xy / size, step = .75 / size;
  vec3 sum = texture(image, at).rgb * 2.;
  sum += texture(image, at + step).rgb + texture(image, at - step).rgb;
  sum += texture(image, at + vec2(step.x, -step.y)).rgb + texture(image, at + vec2(-step.x, step.y)).rgb;
  colour = vec4(sum / 6., 1.);
}
`

/** Enlarges the image by one step, softened, and adds it to the image below. */
export const GROW = `${HEAD}
uniform sampler2D image;
uniform sampler2D under;
uniform vec2 size;
uniform float share;
void main() {
  vec2 at = gl_FragCoord.xy / size, step = 1.6 / size;
  vec3 sum = texture(image, at).rgb * 4.;
  sum += 2. * (texture(image, at + vec2(step.x, 0.)).rgb + texture(image, at - vec2(step.x, 0.)).rgb);
  sum += 2. * (texture(image, at + vec2(0., step.y)).rgb + texture(image, at - vec2(0., step.y)).rgb);
  sum += texture(image, at + step).rgb + texture(image, at - step).rgb;
  sum += texture(image, at + vec2(step.x, -step.y)).rgb + texture(image, at + vec2(-step.x, step.y)).rgb;
  colour = vec4(texture(under, at).rgb + share * sum / 16., 1.);
}
`

/** Adds the bloom, darkens the left where the text is, rolls off the highlights, and dithers against bands. */
export const GRADE = `${HEAD}
uniform sampler2D image;
uniform sampler2D bloom;
void main() {
  vec2 p = pixel();
  vec2 at = gl_FragCoord.xy / SIZE;
  vec3 light = texture(bloom, at).rgb;
  vec3 c = texture(image, at).rgb;
  float words = mix(.91, .66, smoothstep(0., 640., p.x));
  words = mix(words, 0., smoothstep(500., 1180., p.x));
  // lights are cut to white first: the veil then holds them down too
  c = mix(mix(c, min(c, 1.), min(1., words * 4.)), hex(0x090d20), words);
  c += light * .11 * (1. - .8 * words);
  c = mix(c, hex(0x090d20), .5 * smoothstep(130., 0., p.y));
  c = mix(c, hex(0x090d20), .55 * smoothstep(800., 900., p.y) * (1. - .4 * smoothstep(900., 1400., p.x)));
  c = min(c, .8) + .2 * (1. - exp(-max(c - .8, 0.) / .2));
  float dither = hash(ivec2(p), 900u) + hash(ivec2(p), 901u) - 1.;
  colour = vec4(c + dither / 255., 1.);
}
`
