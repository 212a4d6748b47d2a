/** A web address in a text, without what ends the sentence around it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i

/** A text of a person, in which web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  // Of the parts every second one is an address.
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        key={index}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="inline-link break-all"
      >
        {part}
      </a>
    ),
  )
}
