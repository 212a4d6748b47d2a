import { expect, it } from 'vitest'
import { discordLink, hostOf, keptLink, MAX_LINK, videoLinkProblem } from './link-rules.ts'

it.each([
  'https://cdn.discordapp.com/attachments/1/2/clip.png?ex=6&is=5&hm=4&',
  ' https://media.discordapp.net/attachments/1/2/clip.webp?width=400\n',
  'https://CDN.DiscordApp.com:443/attachments/1/2/clip.png',
])('%s is a picture on Discord', (text) => expect(discordLink(text)?.protocol).toBe('https:'))

it.each([
  'https://cdn.discordapp.com.evil.example/attachments/1/2/clip.png',
  'https://evil.example/cdn.discordapp.com/clip.png',
  'https://evil.example#cdn.discordapp.com/clip.png',
  'https://xcdn.discordapp.com/clip.png',
  'https://cdn-discordapp.com/clip.png',
  'https://discordapp.com/clip.png',
  'https://discord.com/channels/1/2/3',
  'https://cdn.discordapp.com./clip.png',
  'https://cdn.discordapp.com@evil.example/clip.png',
  'https://me@cdn.discordapp.com/clip.png',
  'https://me:word@cdn.discordapp.com/clip.png',
  'https://cdn.discordapp.com:8443/clip.png',
  'http://cdn.discordapp.com/clip.png',
  'file://cdn.discordapp.com/clip.png',
  'https://162.159.133.233/clip.png',
  'https://127.0.0.1/clip.png',
  'https://[::1]/clip.png',
  'https://сdn.discordapp.com/clip.png',
  'http://127.0.0.1:3001/clip.png',
  'cdn.discordapp.com/clip.png',
  '',
])('%s is not a picture on Discord', (text) => expect(discordLink(text)).toBeNull())

it('a demo accepts pictures of its fake Discord, and no other address on that machine', () => {
  const standIn = 'http://127.0.0.1:3001'
  expect(discordLink(`${standIn}/attachments/1/2/clip.png`, standIn)).not.toBeNull()
  expect(discordLink('http://127.0.0.1:3002/attachments/1/2/clip.png', standIn)).toBeNull()
  expect(discordLink('http://me@127.0.0.1:3001/clip.png', standIn)).toBeNull()
})

it.each([
  ['https://medal.tv/clips/abc', null],
  ['  https://www.youtube.com/watch?v=abc&t=12  ', null],
  ['http://medal.tv/clips/abc', 'begins with https'],
  ['medal.tv/clips/abc', 'begins with https'],
  ['javascript:alert(1)', 'begins with https'],
  ['https://me:secret@medal.tv/', 'begins with https'],
  ['', 'begins with https'],
  [`https://medal.tv/${'a'.repeat(MAX_LINK)}`, 'more than 500'],
  ['https://medal.tv:443/clips/abc', null],
  ['https://medal.tv:8443/clips/abc', 'without a port'],
  ['https://1.1.1.1:22/', 'without a port'],
  ['https://localhost/clip', 'on the internet'],
  ['https://nas.local/clip', 'on the internet'],
  ['https://[::1]/clip', 'on the internet'],
  ['https://cdn.discordapp.com/attachments/1/2/clip.mp4', 'Discord stop working'],
  ['https://discord.com/channels/1/2/3', 'leads to Discord'],
  ['https://ptb.discord.com/channels/1/2/3', 'leads to Discord'],
  ['https://discordapp.com/channels/1/2/3', 'leads to Discord'],
  ['https://discord.gg/abc', 'leads to Discord'],
  ['https://notdiscord.com/clip', null],
])('the video link %s is checked', (link, problem) => {
  if (problem === null) expect(videoLinkProblem(link)).toBeNull()
  else expect(videoLinkProblem(link)).toContain(problem)
})

it('a link is stored with the host that a browser connects to', () => {
  expect(keptLink(' https://YouTube.com/a b ')).toBe('https://youtube.com/a%20b')
  // The first letter is Cyrillic.
  expect(hostOf(keptLink('https://\u0443outube.com/'))).toBe('xn--outube-vrf.com')
})
