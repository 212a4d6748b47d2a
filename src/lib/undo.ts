/** How long a page offers to undo a change, in milliseconds. */
export const UNDO_MS = 10_000

/**
 * How long the server accepts an undo, in milliseconds. It is longer than `UNDO_MS` so that a click in the last moment
 * still arrives. Messages about the change wait equally long.
 */
export const UNDO_LIMIT_MS = 15_000
