/** Keys of a shortcut such as 'Ctrl K', each drawn as a key cap. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-[4px] border border-haze bg-night/60 px-1.5 font-sign font-semibold text-paper-dim text-xs"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
