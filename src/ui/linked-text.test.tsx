import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LinkedText } from './linked-text.tsx'

it.each<[string, string[]]>([
  ['See https://clips.example/a?b=1#c, please.', ['https://clips.example/a?b=1#c']],
  ['(http://one.example/x) and HTTPS://two.example', ['http://one.example/x', 'https://two.example/']],
  ['javascript:alert(1) ftp://files.example data:text/html,x www.example.com', []],
  ['<https://clips.example/a>\nnext line', ['https://clips.example/a']],
  ['nothing', []],
])('only the web addresses of %j are linked', (text, addresses) => {
  const { container } = render(<LinkedText text={text} />)
  const links = [...container.querySelectorAll('a')]
  expect(container.textContent).toBe(text)
  expect(links.map(({ href }) => href)).toEqual(addresses)
  for (const link of links) expect(link.rel).toBe('noopener noreferrer nofollow ugc')
})
