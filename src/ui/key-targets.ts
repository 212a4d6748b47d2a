/** Where each key of a list leads from one of its items; from none of them, the arrow down leads to the first. */
export const keyTargets = <Item>(items: readonly Item[], at: number): Record<string, Item | undefined> => ({
  ArrowDown: items[at + 1],
  ArrowUp: items[at - 1],
  Home: items[0],
  End: items.at(-1),
})
