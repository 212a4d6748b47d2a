import { expect, it } from 'vitest'
import { dataOf } from '#test/html.ts'
import { documentOf } from './document.ts'

it('data in a document cannot end its script block', () => {
  const html = documentOf({
    language: 'en',
    failure: { text: '', refresh: '' },
    head: '',
    body: '',
    tags: '',
    script: '',
    preload: [],
    look: { night: '#090d20', style: '' },
    media: (path) => path,
    data: { name: '</script><script>alert(1)</script><!--' },
  })
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  expect(dataOf(html).name).toContain('alert(1)')
})
