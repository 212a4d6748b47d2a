import { configure } from '@testing-library/react'

// Elements appear at once, or late on a busy machine. No test depends on how fast they appear.
configure({ asyncUtilTimeout: 10_000 })
