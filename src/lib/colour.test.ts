import { expect, it } from 'vitest'
import { contrastOf, findUnreadableBackgrounds, findUnreadableColours, shownContrast } from './colour.ts'

it.each([
  ['#ffffff', '#000000', 21],
  ['#000000', '#000000', 1],
  // The lightest grey that WCAG accepts for text on white.
  ['#767676', '#ffffff', 4.54],
])('the contrast of %s and %s is %f', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2)
})

it('a contrast slightly below the minimum is not rounded up to it', () => {
  expect([4.49, 4.5, 21].map(shownContrast)).toEqual(['4.4', '4.5', '21.0'])
})

it('an unreadable colour is reported with its worst background', () => {
  const grounds = { night: '#000000', haze: '#777777' }
  expect(
    findUnreadableColours(
      [
        { path: ['a'], colour: '#ffffff' },
        { path: ['b'], colour: '#888888' },
        { path: ['c'], colour: 'ok' },
        { path: ['d'], colour: undefined },
      ],
      grounds,
    ),
  ).toEqual([
    {
      path: ['a'],
      message: 'a colour that can be read: #ffffff on haze (#777777) has a contrast of 4.4, and words need 4.5',
    },
    {
      path: ['b'],
      message: 'a colour that can be read: #888888 on haze (#777777) has a contrast of 1.2, and words need 4.5',
    },
  ])
})

it('an unreadable background is reported with its text colours', () => {
  expect(
    findUnreadableBackgrounds(
      [
        { path: ['deep'], colour: '#767676' },
        { path: ['dark'], colour: '#000000' },
      ],
      { paper: '#ffffff', 'paper-dim': '#eeeeee' },
    ),
  ).toEqual([
    {
      path: ['deep'],
      message:
        'a colour on which words can be read: #767676 under paper-dim (#eeeeee) has a contrast of 3.9, and words need 4.5',
    },
  ])
})
