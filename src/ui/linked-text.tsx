/** A web address in a text, without the punctuation that ends the sentence around it. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i

/** A text that a person wrote, with its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  // Every second part is an address.
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
