import { useEffect, useId, useRef } from 'react'

/** A text to copy by hand when the browser does not let the page copy it. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const id = useId()
  const ref = useRef<HTMLTextAreaElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another text
  useEffect(() => {
    ref.current?.focus()
    ref.current?.select()
  }, [text])

  return (
    <div className="space-y-3">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={ref}
        id={id}
        readOnly
        rows={4}
        value={text}
        className="w-full resize-none rounded-md border border-paper-faint/60 bg-night/60 px-3.5 py-2.5 text-paper"
      />
    </div>
  )
}
