/** Lists of whole numbers by name. All are put in before one is read. */
export interface NumberLists {
  add(name: string, number: number): void
  /** Is called once, when all are in. */
  pack(): void
  /** In the order in which they were put in. */
  of(name: string): Uint32Array
}

const NONE = new Uint32Array()

/** Keeps all of them in one array: as an array each, the many short lists of an index take ten times the room. */
export function createNumberLists(): NumberLists {
  const places = new Map<string, number>()
  const entries: { places: number[]; numbers: number[] } = { places: [], numbers: [] }
  /** Where each list begins; the last one ends with the array. */
  let begins = NONE
  let numbers = NONE

  return {
    add(name, number) {
      const place = places.get(name) ?? places.size
      if (place === places.size) places.set(name, place)
      entries.places.push(place)
      entries.numbers.push(number)
    },
    pack() {
      begins = new Uint32Array(places.size + 1)
      for (const place of entries.places) begins[place + 1] = (begins[place + 1] ?? 0) + 1
      for (let place = 0; place < places.size; place++)
        begins[place + 1] = (begins[place + 1] ?? 0) + (begins[place] ?? 0)
      const next = begins.slice()
      numbers = new Uint32Array(entries.numbers.length)
      for (const [at, place] of entries.places.entries()) {
        const to = next[place] ?? 0
        numbers[to] = entries.numbers[at] ?? 0
        next[place] = to + 1
      }
      entries.places = []
      entries.numbers = []
    },
    of(name) {
      const place = places.get(name)
      return place === undefined ? NONE : numbers.subarray(begins[place], begins[place + 1])
    },
  }
}
