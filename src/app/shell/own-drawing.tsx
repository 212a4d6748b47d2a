/** A picture of the community in place of one of our drawings. On a phone it is below the text. */
export function OwnDrawing({ src, className }: { src: string; className: string }) {
  return (
    <img
      src={src}
      alt=""
      width="1440"
      height="900"
      className={`pointer-events-none select-none object-cover object-right-bottom max-lg:top-auto max-lg:max-h-80 ${className}`}
    />
  )
}
