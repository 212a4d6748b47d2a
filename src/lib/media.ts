/** The pictures and videos that the pages' code refers to. A community provides its own files with these names. */
export const PAGE_MEDIA = [
  '/media/assistant.svg',
  '/media/emblem.svg',
  '/media/hero-poster-narrow.avif',
  '/media/hero-poster-narrow.webp',
  '/media/hero-poster.avif',
  '/media/hero-poster.webp',
  '/media/hero.mp4',
  '/media/hero.webm',
  '/media/icons/favicon.svg',
  '/media/social/home.jpg',
  '/media/social/penal-codes.jpg',
  '/media/social/rules.jpg',
  '/media/social/supporters.jpg',
  '/media/social/ten-codes.jpg',
  '/media/social/verify.jpg',
] as const
export type PageMedia = (typeof PAGE_MEDIA)[number]
