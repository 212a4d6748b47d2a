/** The item that each key leads to from the item at an index. From index -1, the arrow down leads to the first item. */
export const keyTargets = <Item>(items: readonly Item[], at: number): Record<string, Item | undefined> => ({
  ArrowDown: items[at + 1],
  ArrowUp: items[at - 1],
  Home: items[0],
  End: items.at(-1),
})
