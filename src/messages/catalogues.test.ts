import { expect, it } from 'vitest'
import { CATALOGUES } from './catalogues.ts'

/** Spaces where a reader sees none, or too many. */
const STRAY = /^\s|\s$| {2}|\s[,;]/

it.each(Object.entries(CATALOGUES))('no text in %s has stray spaces', (_, catalogue) => {
  const texts = Object.values(catalogue).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)))
  expect(texts.filter((text) => STRAY.test(text))).toEqual([])
})
