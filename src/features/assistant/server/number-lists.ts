/** Lists of whole numbers by name. All numbers are added before any list is read. */
export interface NumberLists {
  add(name: string, number: number): void
  /** Must be called once, after all numbers were added. */
  pack(): void
  /** The numbers of a list in the order in which they were added. */
  of(name: string): Uint32Array
}

const NONE = new Uint32Array()

/** Entries per chunk while numbers are added. A single growing array would be copied again and again. */
const TOGETHER = 32_768

/**
 * Stores all lists in one array. The many short lists of an index would take ten times the memory as separate arrays.
 */
export function createNumberLists(): NumberLists {
  const places = new Map<string, number>()
  /** The list index and the number, alternating. */
  const entries: Uint32Array[] = []
  let last = NONE
  let count = 0
  /** The start of each list. The last one ends at the end of the array. */
  let begins = NONE
  let numbers = NONE

  function eachEntry(take: (place: number, number: number) => void): void {
    for (let at = 0; at < count; at++) {
      const some = entries[Math.floor(at / TOGETHER)] ?? NONE
      const from = (at % TOGETHER) * 2
      take(some[from] ?? 0, some[from + 1] ?? 0)
    }
  }

  return {
    add(name, number) {
      const place = places.get(name) ?? places.size
      if (place === places.size) places.set(name, place)
      const from = (count % TOGETHER) * 2
      if (from === 0) {
        last = new Uint32Array(TOGETHER * 2)
        entries.push(last)
      }
      last[from] = place
      last[from + 1] = number
      count += 1
    },
    pack() {
      const next = new Uint32Array(places.size + 1)
      eachEntry((place) => {
        next[place + 1] = (next[place + 1] ?? 0) + 1
      })
      for (let place = 1; place <= places.size; place++) next[place] = (next[place] ?? 0) + (next[place - 1] ?? 0)
      begins = next.slice()
      numbers = new Uint32Array(count)
      eachEntry((place, number) => {
        const to = next[place] ?? 0
        numbers[to] = number
        next[place] = to + 1
      })
      entries.length = 0
      last = NONE
    },
    of(name) {
      const place = places.get(name)
      return place === undefined ? NONE : numbers.subarray(begins[place], begins[place + 1])
    },
  }
}
