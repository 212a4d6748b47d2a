import { configure } from '@testing-library/react'

// What is waited for comes at once or is late on a busy machine; it is never a matter of how fast it comes.
configure({ asyncUtilTimeout: 10_000 })
