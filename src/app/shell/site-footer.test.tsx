import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { NAVIGATION, SITE } from '#test/site.ts'
import { SiteFooter } from './site-footer.tsx'

afterEach(cleanup)

it('the footer links to rules, civilian SOP, support portal, CAD, radio, stats, records, ban appeals, status and /verify', () => {
  render(<SiteFooter site={SITE} navigation={NAVIGATION} year={2031} />)
  const { rules, civilianSop, support, cad, radio, statistics, records, banAppeals, status } = SITE.links
  const found = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(found).toEqual(
    expect.arrayContaining([rules, civilianSop, support, cad, radio, statistics, records, banAppeals, status]),
  )
  expect(screen.getByRole('link', { name: 'IRL Verification' }).getAttribute('href')).toBe('/verify')
  screen.getByText(/© 2031/)
})
