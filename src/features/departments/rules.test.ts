import { expect, it } from 'vitest'
import { homeWordsOf } from './rules.ts'

it('a step has the link that it names, and is omitted if the community has none', () => {
  const steps = [
    { title: 'Join our Discord', text: 'Say hello.', to: 'discord' as const },
    { title: 'Create your account', text: 'One is enough.', to: 'createAccount' as const },
    { title: 'Play', text: 'See you there.' },
  ]
  expect(homeWordsOf({ steps }, { discord: 'https://discord.example' })).toEqual({
    steps: [
      { title: 'Join our Discord', text: 'Say hello.', href: 'https://discord.example' },
      { title: 'Create your account', text: 'One is enough.' },
      { title: 'Play', text: 'See you there.' },
    ],
    pictures: [],
  })
})
