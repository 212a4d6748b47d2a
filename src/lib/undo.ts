/** How long a page offers to undo a change. */
export const UNDO_MS = 10_000

/** How long the server still undoes it: the press of the last moment has to arrive. What follows of it waits as long. */
export const UNDO_LIMIT_MS = 15_000
